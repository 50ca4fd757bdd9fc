import { addProtocol } from 'maplibre-gl';
import { readTile } from './read-tile.ts';
import { TILES_SCHEME } from './tiles-style.ts';

/** Makes MapLibre read the style's tiles from stored packs and from the archive behind `link`: see `readTile`. */
export function serveTiles(link: string): void {
  addProtocol(TILES_SCHEME, async ({ url }, { signal }) => {
    const [zoom = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number);
    return { data: await readTile(link, [zoom, x, y], signal) };
  });
}
