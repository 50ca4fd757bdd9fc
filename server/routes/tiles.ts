import type { Router } from 'express';
import { ownerOf } from '../domain/fair-queue.ts';
import { type MapTiles, TILES_PATH } from '../domain/tiles/map-tiles.ts';
import { clientAddress } from '../http/client-address.ts';
import { sendStoredFile, textOf } from '../http/stored-file.ts';

/**
 * Registers `GET` and `HEAD` of the map's archive and extracts. They need no token: maps contain no personal data, and
 * an extract's link can't be guessed.
 */
export function registerTileRoutes(router: Router, tiles: MapTiles): void {
  router.get(`${TILES_PATH}/:file`, async (request, response) => {
    const { key, signature } = request.query;
    const owner = ownerOf({ address: clientAddress(request) });
    const query = { key: textOf(key), signature: textOf(signature) };
    const { isExtract, ...archive } = await tiles.follow(request.params.file, query, owner);
    await sendStoredFile(response, archive, isExtract ? 'private' : 'public');
  });
}
