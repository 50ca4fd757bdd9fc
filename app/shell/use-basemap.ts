import { useMemo } from 'react';
import { useConfig } from '../legal/use-config.ts';
import type { BasemapSource } from '../platform/map/basemap.ts';

/** Returns where the deployment's maps come from; undefined while that loads. Without a response the app's own map is shown. */
export function useBasemap(): BasemapSource | undefined {
  const config = useConfig();
  return useMemo(
    () =>
      config === undefined
        ? undefined
        : {
            tiles: config?.mapTiles ?? null,
            styleUrls: { light: config?.mapStyleUrl ?? '', dark: config?.mapStyleDarkUrl ?? config?.mapStyleUrl ?? '' },
          },
    [config],
  );
}
