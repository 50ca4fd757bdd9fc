import { useEffect, useState } from 'react';
import type { AppConfig } from '../../contracts/config.ts';
import { followConfig } from '../platform/net/follow-config.ts';
import { inScope } from '../platform/scope.ts';

/** Returns the configuration of the deployment; undefined while it loads, null if it is unavailable. */
export function useConfig(): AppConfig | null | undefined {
  const [config, setConfig] = useState<AppConfig | null>();
  useEffect(() => inScope((scope) => followConfig(scope, setConfig)), []);
  return config;
}
