import { type Remote, transfer } from 'comlink';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Circle, NearestApi, NearestPlace, SeedPlace } from '../nearest/nearest.api.ts';
import { buffersOf, packPlaces } from '../nearest/pack-places.ts';
import { createLane, type LaneState } from './lane.ts';

/**
 * The client of the nearest worker. A change of the places counts for every lookup after it, and even when
 * its own promise rejects with WorkerCrashedError: the next worker has it.
 */
export interface NearestClient {
  /** Replaces all places. @throws RangeError when an id stands twice */
  seed(places: readonly SeedPlace[]): Promise<void>;
  /** Adds a place. @throws RangeError when it is there already */
  add(place: SeedPlace): Promise<void>;
  /** Gives a place another geometry. @throws RangeError when it isn't there */
  move(place: SeedPlace): Promise<void>;
  /** Takes a place away. @throws RangeError when it isn't there */
  remove(id: PlaceId): Promise<void>;
  /**
   * Every place within each circle: the nearer first, then the smaller, then the lower id. Answers take microseconds, so
   * there is no signal: a caller who no longer cares drops the answer.
   *
   * @throws RangeError for an invalid circle; WorkerCrashedError, after which the next call works again
   */
  around(circles: readonly Circle[]): Promise<NearestPlace[][]>;
  readonly state: LaneState;
  dispose(): void;
}

/**
 * Makes the client. Its worker holds the index, so it is not ended when idle; after a crash the next call starts
 * another with the same places.
 */
export function createNearestClient(): NearestClient {
  let places = new Map<PlaceId, SeedPlace>();
  /** Counts the changes of `places`, and how many of them the worker that lives has seen. */
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

  /** Brings the worker to the change just made, unless a seed has brought it there or further. */
  function tell(change: (remote: Remote<NearestApi>) => Promise<void>): Promise<void> {
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
      if (byId.size !== next.length) throw new RangeError(`Expected each of ${next.length} places once, got one twice`);
      places = byId;
      await tell(seedWorker);
    },
    async add(place) {
      if (places.has(place.id)) throw new RangeError(`Expected a place that is not there yet, got ${place.id}`);
      places.set(place.id, place);
      await tell((remote) => remote.add(place));
    },
    async move(place) {
      checkKnown(places, place.id);
      places.set(place.id, place);
      await tell((remote) => remote.move(place));
    },
    async remove(id) {
      checkKnown(places, id);
      places.delete(id);
      await tell((remote) => remote.remove(id));
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
