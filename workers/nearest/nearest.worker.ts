import { expose } from 'comlink';
import { fetchGeometryCore } from '../load-kernels.ts';
import type { NearestApi } from './nearest.api.ts';
import { createNearestIndex } from './nearest-index.ts';

const starting = fetchGeometryCore().then(createNearestIndex);
// Callers get the rejection; unhandled, it would count as a crash before the first call.
starting.catch(() => {});

const api: NearestApi = {
  seed: async (places) => (await starting).seed(places),
  add: async (place) => (await starting).add(place),
  move: async (place) => (await starting).move(place),
  remove: async (id) => (await starting).remove(id),
  around: async (circles) => circles.map((await starting).around),
};

expose(api);
