import { useEffect, useState } from 'react';
import type { AppConfig } from '../../../contracts/config.ts';
import { loadConfig } from '../../platform/net/config.ts';

/** What the deployment tells; undefined until it has answered, null where it can't be reached. */
export function useConfig(): AppConfig | null | undefined {
  const [config, setConfig] = useState<AppConfig | null>();
  useEffect(() => {
    let isWanted = true;
    const keep = (loaded: AppConfig | null): void => {
      if (isWanted) setConfig(loaded);
    };
    loadConfig().then(keep, () => keep(null));
    return () => {
      isWanted = false;
    };
  }, []);
  return config;
}
