import { setWorkerUrl } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

/** Sets the address of MapLibre's worker. Must be called before a map is created, which stays blank without it. */
export function prepareMapLibre(): void {
  setWorkerUrl(workerUrl);
}
