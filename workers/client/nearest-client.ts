import { type Remote, transfer } from 'comlink';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { NearestApi, SeedPlace } from '../nearest/nearest.api.ts';
import { buffersOf, packPlaces } from '../nearest/pack-places.ts';
import { createLane, type LaneState } from './lane.ts';

/**
 * The client of the nearest worker. A change of the places applies to every later lookup, even if its own promise
 * rejects with WorkerCrashedError, because the next worker receives it.
 */
export interface NearestClient extends Omit<NearestApi, 'seed'> {
  /** Replaces all places. @throws RangeError if an id occurs twice */
  seed(places: readonly SeedPlace[]): Promise<void>;
  readonly state: LaneState;
  dispose(): void;
}

/** Creates the client. Its worker, which holds the index, stays; after a crash the next one gets the same places. */
export function createNearestClient(): NearestClient {
  let places = new Map<PlaceId, SeedPlace>();
  /** Number of changes of `places`, and number of these changes that the current worker has. */
  let changes = 0;
  let changesInWorker = 0;
  const lane = createLane<NearestApi>({
    name: 'nearest',
    spawn: () =>
      new Worker(new URL('../nearest/nearest.worker.ts', import.meta.url), { type: 'module', name: 'nearest' }),
    idleMs: null,
    errors: { RangeError },
    onStart: seedWorker,
  });

  async function seedWorker(remote: Remote<NearestApi>): Promise<void> {
    const seen = changes;
    const packed = packPlaces([...places.values()]);
    await remote.seed(transfer(packed, buffersOf(packed.shapes)));
    changesInWorker = seen;
  }

  /** Applies the latest change in the worker, unless a seed has already included it. */
  function apply(change: (remote: Remote<NearestApi>) => Promise<void>): Promise<void> {
    changes += 1;
    const number = changes;
    return lane.run(async (remote) => {
      if (changesInWorker >= number) return;
      await change(remote);
      changesInWorker = Math.max(changesInWorker, number);
    });
  }

  return {
    async seed(next) {
      const byId = new Map(next.map((place) => [place.id, place]));
      if (byId.size !== next.length)
        throw new RangeError(`Expected ${next.length} distinct place ids, got a duplicate`);
      places = byId;
      await apply(seedWorker);
    },
    async add(place) {
      if (places.has(place.id)) throw new RangeError(`Expected a new place id, got the existing ${place.id}`);
      places.set(place.id, place);
      await apply((remote) => remote.add(place));
    },
    async move(place) {
      checkKnown(places, place.id);
      places.set(place.id, place);
      await apply((remote) => remote.move(place));
    },
    async remove(id) {
      checkKnown(places, id);
      places.delete(id);
      await apply((remote) => remote.remove(id));
    },
    around: (circles) => lane.run((remote) => remote.around(circles)),
    get state() {
      return lane.state;
    },
    dispose: lane.dispose,
  };
}

function checkKnown(places: ReadonlyMap<PlaceId, SeedPlace>, id: PlaceId): void {
  if (!places.has(id)) throw new RangeError(`Expected the id of one of ${places.size} places, got ${id}`);
}
