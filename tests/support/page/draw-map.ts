import { Map as MapLibre, type StyleSpecification } from 'maplibre-gl';
import { onTestFinished } from 'vitest';
import { prepareMapLibre } from '../../../app/platform/map/map-setup.ts';

/** Draws a style to its end; rejects with the first error the map reports. The map goes with the test. */
export async function drawMap(style: StyleSpecification, center: [number, number], zoom: number): Promise<MapLibre> {
  prepareMapLibre();
  const container = document.createElement('div');
  container.style.cssText = 'width: 800px; height: 600px';
  document.body.append(container);
  const map = new MapLibre({ container, style, center, zoom, fadeDuration: 0 });
  onTestFinished(() => {
    map.remove();
    container.remove();
  });
  await new Promise<void>((resolve, reject) => {
    map.on('error', ({ error }) => reject(error));
    map.once('idle', () => resolve());
  });
  return map;
}

/** The names of the layers drawn at a position, from the top. */
export function layersAt(drawn: MapLibre, lngLat: [number, number]): string[] {
  return drawn.queryRenderedFeatures(drawn.project(lngLat)).map(({ layer }) => layer.id);
}
