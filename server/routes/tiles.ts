import type { Router } from 'express';
import { type MapTiles, TILES_PATH } from '../domain/tiles/map-tiles.ts';
import { sendStoredFile } from '../http/stored-file.ts';

/** Registers `GET` and `HEAD` of the map's archive and extracts. They are for everybody: maps say nothing of people. */
export function registerTileRoutes(router: Router, tiles: MapTiles): void {
  router.get(`${TILES_PATH}/:file`, async (request, response) => {
    await sendStoredFile(response, tiles.follow(request.params.file), 'public');
  });
}
