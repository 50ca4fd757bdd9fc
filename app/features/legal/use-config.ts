import { useEffect, useState } from 'react';
import type { AppConfig } from '../../../contracts/config.ts';
import { loadConfig } from '../../platform/net/app-config.ts';

/** The configuration of the deployment; undefined while it loads, null where it can't be loaded. */
export function useConfig(): AppConfig | null | undefined {
  const [config, setConfig] = useState<AppConfig | null>();
  useEffect(() => {
    loadConfig().then(setConfig, () => setConfig(null));
  }, []);
  return config;
}
