import type { Router } from 'express';
import { type MapTiles, TILES_PATH } from '../domain/tiles/map-tiles.ts';
import { textOf } from '../http/query-text.ts';
import { sendStoredFile } from '../http/stored-file.ts';

/**
 * Registers `GET` and `HEAD` of the map's archive and extracts. They need no token: maps say nothing of people, and an extract has a
 * link that can't be guessed.
 */
export function registerTileRoutes(router: Router, tiles: MapTiles): void {
  router.get(`${TILES_PATH}/:file`, async (request, response) => {
    const { key, signature } = request.query;
    const { isExtract, ...archive } = await tiles.follow(request.params.file, {
      key: textOf(key),
      signature: textOf(signature),
    });
    await sendStoredFile(response, archive, isExtract ? 'private' : 'public');
  });
}
