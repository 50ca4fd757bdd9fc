import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { createNearestClient, type NearestClient } from '../../../workers/client/nearest-client.ts';
import { WorkerCrashedError } from '../../../workers/client/worker-errors.ts';
import type { Fix, SeedPlace } from '../../../workers/nearest/nearest.api.ts';
import { createNearestIndex } from '../../../workers/nearest/nearest-index.ts';

const RealWorker = globalThis.Worker;
const workers: Worker[] = [];
let client: NearestClient;

const HERE: [number, number] = [2.347, 48.8555];
const point = (id: number, [lng, lat]: [number, number]): SeedPlace => ({
  id: PlaceId.parse(id),
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
const fix = (position: [number, number], timestampMs: number): Fix => ({ position, accuracyM: 5, timestampMs });

/** Makes the worker throw outside any call: a message that Comlink cannot take apart. */
function crashWorker(): void {
  workers.at(-1)?.postMessage({ id: 'broken', type: 'APPLY', argumentList: [{ type: 'HANDLER', name: 'no such' }] });
}

beforeEach(() => {
  globalThis.Worker = class extends RealWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      workers.push(this);
    }
  };
  client = createNearestClient();
});

afterEach(() => {
  client.dispose();
  globalThis.Worker = RealWorker;
  workers.length = 0;
});

describe('the nearest worker in Chromium', () => {
  test('locates among what it was seeded with', async () => {
    await client.seed([point(1, HERE), point(2, [2.35, 48.853])]);
    expect(await client.locate(fix(HERE, 0))).toEqual({
      nearest: { id: 1, distanceM: 0 },
      entered: [{ id: 1, distanceM: 0 }],
      left: [],
    });
    expect(await client.locate(fix([2.35, 48.853], 10_000))).toMatchObject({ nearest: { id: 2 }, left: [1] });
    expect(workers).toHaveLength(1);
  });

  test('knows nothing before it was seeded, and forgets the places of the seed before', async () => {
    expect((await client.locate(fix(HERE, 0))).nearest).toBeNull();
    await client.seed([point(1, HERE)]);
    await client.seed([point(2, HERE)]);
    expect((await client.locate(fix(HERE, 1))).nearest).toMatchObject({ id: 2 });
  });

  test('a list that its owner changed and seeds again is seeded again', async () => {
    const places = [point(1, HERE)];
    await client.seed(places);
    places[0] = point(2, HERE);
    await client.seed(places);
    expect((await client.locate(fix(HERE, 0))).nearest).toMatchObject({ id: 2 });
  });

  test('answers among 1,000 places what the index answers without a worker', async () => {
    const places = Array.from({ length: 1000 }, (_, index) =>
      point(index + 1, [HERE[0] + (index % 40) * 1e-4, HERE[1] + Math.floor(index / 40) * 1e-4]),
    );
    await client.seed(places);
    const index = createNearestIndex(createPlainGeometryCore());
    index.seed(places);
    for (let step = 0; step < 50; step++) {
      const here = fix([HERE[0] + step * 8e-5, HERE[1] + step * 5e-5], step * 3000);
      expect(await client.locate(here)).toEqual(index.locate(here));
    }
  });

  test('after a crash another worker has the same places, and reports none of them as entered again', async () => {
    await client.seed([point(1, HERE), point(2, [2.35, 48.853])]);
    await client.locate(fix(HERE, 0));
    crashWorker();
    const lost = client.locate(fix(HERE, 10_000));
    await expect(lost).rejects.toBeInstanceOf(WorkerCrashedError);
    expect(await client.locate(fix(HERE, 20_000))).toEqual({
      nearest: { id: 1, distanceM: 0 },
      entered: [],
      left: [],
    });
    expect(await client.locate(fix([2.35, 48.853], 30_000))).toMatchObject({ entered: [{ id: 2 }], left: [1] });
    expect(workers).toHaveLength(2);
  });

  test('rejects a fix that is none with the error of the index', async () => {
    await expect(client.locate(fix([Number.NaN, 48], 0))).rejects.toBeInstanceOf(RangeError);
  });
});
