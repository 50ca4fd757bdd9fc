import { useEffect, useState } from 'react';
import type { AppConfig } from '../../contracts/config.ts';
import { followConfig } from '../platform/net/follow-config.ts';
import { Scope } from '../platform/scope.ts';

/** Returns the configuration of the deployment; undefined while it loads, null if it is unavailable. */
export function useConfig(): AppConfig | null | undefined {
  const [config, setConfig] = useState<AppConfig | null>();
  useEffect(() => {
    const scope = new Scope();
    followConfig(scope, setConfig);
    return () => scope.dispose();
  }, []);
  return config;
}
