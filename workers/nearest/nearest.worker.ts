import { expose } from 'comlink';
import { fetchGeometryCore } from './load-geometry-core.ts';
import type { NearestApi } from './nearest.api.ts';
import { createNearestIndex } from './nearest-index.ts';

const starting = fetchGeometryCore().then(createNearestIndex);
// Whoever calls gets the rejection; on its own it would count as a crash before anybody asked.
starting.catch(() => {});

const api: NearestApi = {
  seed: async (places, reached) => (await starting).seed(places, reached),
  add: async (place) => (await starting).add(place),
  move: async (place) => (await starting).move(place),
  remove: async (id) => (await starting).remove(id),
  locate: async (fix) => (await starting).locate(fix),
  around: async (position, radiusM) => (await starting).around(position, radiusM),
};

expose(api);
