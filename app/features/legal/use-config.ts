import { useEffect, useState } from 'react';
import type { AppConfig } from '../../../contracts/config.ts';
import { followConfig } from '../../platform/net/follow-config.ts';
import { Scope } from '../../platform/scope.ts';

/** The configuration of the deployment; undefined while it loads, null while there is none. */
export function useConfig(): AppConfig | null | undefined {
  const [config, setConfig] = useState<AppConfig | null>();
  useEffect(() => {
    const scope = new Scope();
    followConfig(scope, setConfig);
    return () => scope.dispose();
  }, []);
  return config;
}
