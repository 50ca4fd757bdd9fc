import { setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

/** Colours of what the app draws on the map, in the current theme. */
export interface MapColours {
  readonly place: string;
  readonly selected: string;
  readonly highlight: string;
  readonly position: string;
  readonly ink: string;
  readonly halo: string;
}

/** Sets the address of MapLibre's worker. Must be called before a map is created, which stays blank without it. */
export function prepareMapLibre(): void {
  setWorkerUrl(workerUrl);
}

/** Reads the colours from the design tokens, because WebGL can't use CSS variables. */
export function readMapColours(): MapColours {
  const tokens = getComputedStyle(document.documentElement);
  const read = (token: string): string => tokens.getPropertyValue(token).trim() || '#2563eb';
  return {
    place: read('--color-place'),
    selected: read('--color-place-selected'),
    highlight: read('--color-place-highlight'),
    position: read('--color-position'),
    ink: read('--color-ink'),
    halo: read('--color-surface'),
  };
}
