import { setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

/** Colours of what the app draws on the map, as the present theme has them. */
export interface MapColours {
  readonly place: string;
  readonly selected: string;
  readonly highlight: string;
  readonly position: string;
  readonly ink: string;
  readonly halo: string;
}

/** Tells MapLibre where its worker is. Without it the map stays blank. To be called before a map is made. */
export function prepareMapLibre(): void {
  setWorkerUrl(workerUrl);
}

/** Reads the colours from the design tokens, since WebGL knows no CSS variables. */
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

/** True where the browser can draw the map: MapLibre needs WebGL 2. */
export function supportsWebgl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers allow few contexts at a time; this one is not needed any more.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
