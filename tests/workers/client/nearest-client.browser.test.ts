import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { WorkerCrashedError } from '../../../workers/client/lane.ts';
import { createNearestClient, type NearestClient } from '../../../workers/client/nearest-client.ts';
import type { SeedPlace } from '../../../workers/nearest/nearest.api.ts';
import { createNearestIndex } from '../../../workers/nearest/nearest-index.ts';
import { evenly } from '../../support/geometry/evenly.ts';
import { createLocator, type Fix, type Located, reachOf } from '../../support/geometry/locator.ts';

const RealWorker = globalThis.Worker;
const workers: Worker[] = [];
let client: NearestClient;
let locator = createLocator();
let entered: PlaceId[] = [];

const HERE: [number, number] = [2.347, 48.8555];
const point = (id: number, [lng, lat]: [number, number]): SeedPlace => ({
  id: PlaceId.parse(id),
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
const fix = (position: [number, number], timestampMs: number): Fix => ({ position, accuracyM: 5, timestampMs });

/** The places that a fix reaches and enters, from one response of the worker. */
async function locate(fix: Fix): Promise<Located> {
  const [near = []] = await client.around([reachOf(fix)]);
  const located = locator.count(fix, near);
  entered.push(...located.entered.map(({ id }) => id));
  return located;
}

/** Makes the worker throw outside any call, by a message that Comlink cannot read. */
function crashWorker(): void {
  workers.at(-1)?.postMessage({ id: 'broken', type: 'APPLY', argumentList: [{ type: 'HANDLER', name: 'no such' }] });
}

function expectCrash(reason: unknown): void {
  expect(reason).toBeInstanceOf(WorkerCrashedError);
}

beforeEach(() => {
  globalThis.Worker = class extends RealWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      workers.push(this);
    }
  };
  locator = createLocator();
  entered = [];
  client = createNearestClient();
});

afterEach(() => {
  vi.useRealTimers();
  client.dispose();
  globalThis.Worker = RealWorker;
  workers.length = 0;
});

describe('the nearest worker in Chromium', () => {
  test('locates among the seeded places', async () => {
    await client.seed([point(1, HERE), point(2, [2.35, 48.853])]);
    expect(await locate(fix(HERE, 0))).toEqual({
      nearest: { id: 1, distanceM: 0 },
      entered: [{ id: 1, distanceM: 0 }],
      left: [],
    });
    expect(await locate(fix([2.35, 48.853], 10_000))).toMatchObject({ nearest: { id: 2 }, left: [1] });
    expect(workers).toHaveLength(1);
  });

  test('looks around without changing what counts as reached', async () => {
    await client.seed([point(1, HERE), point(2, [2.35, 48.853])]);
    expect(await client.around([{ position: HERE, radiusM: 12 }])).toEqual([[{ id: 1, distanceM: 0 }]]);
    expect((await locate(fix(HERE, 0))).entered).toHaveLength(1);
  });

  test('knows no places before the first seed, and forgets those of the previous seed', async () => {
    expect((await locate(fix(HERE, 0))).nearest).toBeNull();
    await client.seed([point(1, HERE)]);
    await client.seed([point(2, HERE)]);
    expect((await locate(fix(HERE, 10_000))).nearest).toMatchObject({ id: 2 });
  });

  test('a list that its owner changed is seeded again when passed again', async () => {
    const places = [point(1, HERE)];
    await client.seed(places);
    places[0] = point(2, HERE);
    await client.seed(places);
    expect((await locate(fix(HERE, 0))).nearest).toMatchObject({ id: 2 });
  });

  test('gives the same answers among 1,000 places as the index without a worker', async () => {
    const places = Array.from({ length: 1000 }, (_, index) =>
      point(index + 1, [HERE[0] + (index % 40) * 1e-4, HERE[1] + Math.floor(index / 40) * 1e-4]),
    );
    await client.seed(places);
    const index = createNearestIndex(createPlainGeometryCore());
    index.seed(places);
    for (let step = 0; step < 50; step++) {
      const here = fix([HERE[0] + step * 8e-5, HERE[1] + step * 5e-5], step * 3000);
      expect(await client.around([reachOf(here)])).toEqual([index.around(reachOf(here))]);
    }
  });

  test('after a crash a new worker has the same places, and reports none as entered again', async () => {
    await client.seed([point(1, HERE), point(2, [2.35, 48.853])]);
    await locate(fix(HERE, 0));
    crashWorker();
    const lost = locate(fix(HERE, 10_000));
    await expect(lost).rejects.toBeInstanceOf(WorkerCrashedError);
    expect(await locate(fix(HERE, 20_000))).toEqual({
      nearest: { id: 1, distanceM: 0 },
      entered: [],
      left: [],
    });
    expect(await locate(fix([2.35, 48.853], 30_000))).toMatchObject({ entered: [{ id: 2 }], left: [1] });
    expect(workers).toHaveLength(2);
  });

  test('terminated while the page was away, it is replaced with its places; pending calls resolve', async () => {
    await client.seed([point(1, HERE), point(2, [2.35, 48.853])]);
    await locate(fix(HERE, 0));
    // The new worker has as long as this machine needs.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    workers[0]?.terminate();
    const asked = locate(fix([2.35, 48.853], 10_000));
    void client.add(point(3, HERE));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1500);
    expect(await asked).toMatchObject({ entered: [{ id: 2 }], left: [1] });
    expect((await locate(fix(HERE, 20_000))).entered).toMatchObject([{ id: 1 }, { id: 3 }]);
    expect(workers).toHaveLength(2);
  });

  test('a change applies to every later fix, without waiting for it', async () => {
    await client.seed([point(1, HERE)]);
    void client.add(point(2, HERE));
    void client.move(point(1, [2.35, 48.853]));
    expect((await locate(fix(HERE, 0))).entered).toMatchObject([{ id: 2 }]);
    void client.remove(PlaceId.parse(2));
    expect(await locate(fix(HERE, 10_000))).toMatchObject({ nearest: null, left: [2] });
  });

  test('an invalid change is rejected, and the worker survives', async () => {
    await client.seed([point(1, HERE)]);
    await expect(client.add(point(1, HERE))).rejects.toThrow('got the existing 1');
    await expect(client.move(point(2, HERE))).rejects.toThrow(RangeError);
    await expect(client.remove(PlaceId.parse(2))).rejects.toThrow(RangeError);
    await expect(client.seed([point(3, HERE), point(3, HERE)])).rejects.toThrow(RangeError);
    expect((await locate(fix(HERE, 0))).nearest).toMatchObject({ id: 1 });
    expect(workers).toHaveLength(1);
  });

  test('a crash during changes loses none of them, and no entry is reported twice', async () => {
    const away: [number, number] = [2.35, 48.853];
    await client.seed([point(1, HERE), point(2, HERE), point(3, away)]);
    await locate(fix(HERE, 0));
    crashWorker();
    const lost = Promise.allSettled([
      client.add(point(4, HERE)),
      client.move(point(3, HERE)),
      client.remove(PlaceId.parse(2)),
      locate(fix(HERE, 10_000)),
    ]);
    // Some changes are made before the crash is detected, some after; all count.
    await lost;
    await client.add(point(5, away));
    expect(await locate(fix(HERE, 20_000))).toMatchObject({ nearest: { id: 1 }, left: [2] });
    expect(await locate(fix(away, 30_000))).toMatchObject({ nearest: { id: 5 }, left: [1, 3, 4] });
    expect(entered).toEqual([1, 2, 3, 4, 5]);
    expect((await lost).some(({ status }) => status === 'rejected')).toBe(true);
  });

  test('after any changes, fixes and crashes it answers like an index that never crashed', async () => {
    const numbers = fc.sample(fc.noBias(evenly(0, 1)), { seed: 11, numRuns: 2000 });
    const random = (): number => numbers.pop() ?? 0;
    const reference = createNearestIndex(createPlainGeometryCore());
    const referenceLocator = createLocator();
    const told: number[] = [];
    await client.seed([]);
    const known = new Set<number>();
    let crashes = 0;
    for (let step = 0; step < 300; step++) {
      const id = 1 + Math.floor(random() * 20);
      const where: [number, number] = [HERE[0] + random() * 3e-4, HERE[1] + random() * 2e-4];
      const kind = random();
      if (kind < 0.35) {
        const change = known.has(id) ? 'move' : 'add';
        known.add(id);
        reference[change](point(id, where));
        await client[change](point(id, where)).catch(expectCrash);
      } else if (kind < 0.5 && known.has(id)) {
        known.delete(id);
        reference.remove(PlaceId.parse(id));
        await client.remove(PlaceId.parse(id)).catch(expectCrash);
      } else {
        if (kind > 0.93) {
          crashes += 1;
          crashWorker();
          await locate(fix(where, step * 10_000)).catch(expectCrash);
        }
        const here = fix(where, step * 10_000 + 5000);
        const expected = referenceLocator.count(here, reference.around(reachOf(here)));
        told.push(...expected.entered.map((place) => place.id));
        expect(await locate(here)).toEqual(expected);
      }
    }
    expect(entered).toEqual(told);
    expect(crashes).toBeGreaterThan(10);
    expect(workers.length).toBe(crashes + 1);
  });

  test('rejects an invalid fix with the index’s error', async () => {
    await expect(locate(fix([Number.NaN, 48], 0))).rejects.toBeInstanceOf(RangeError);
  });
});
