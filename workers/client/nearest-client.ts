import { type Remote, transfer } from 'comlink';
import type { UserEnteredGeometry } from '../../contracts/events.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Fix, Located, NearestApi, NearestPlace, SeedPlace } from '../nearest/nearest.api.ts';
import { buffersOf, packPlaces } from '../nearest/pack-places.ts';
import { createLane, type LaneState } from './lane.ts';

/** How a nearest client is made. */
export interface NearestClientOptions {
  /** Told of each place that a fix entered, once for each entry, the nearest first, before `locate` resolves. */
  readonly onEntered?: (event: UserEnteredGeometry) => void;
}

/**
 * The client of the nearest worker. A change of the places counts for every `locate` called after it, and even when
 * its own promise rejects with WorkerCrashedError: the next worker has it.
 */
export interface NearestClient {
  /** Replaces the places that positions are compared with. @throws RangeError when an id stands twice */
  seed(places: readonly SeedPlace[]): Promise<void>;
  /** Adds a place. @throws RangeError when it is there already */
  add(place: SeedPlace): Promise<void>;
  /** Gives a place another geometry. @throws RangeError when it isn't there */
  move(place: SeedPlace): Promise<void>;
  /** Takes a place away; if it was reached, the next `locate` tells that it was left. @throws RangeError when it isn't there */
  remove(id: PlaceId): Promise<void>;
  /**
   * What a position reaches. Answers take microseconds, so there is no signal: a caller who no longer cares drops the
   * answer.
   *
   * @throws RangeError for a fix that is none; WorkerCrashedError, after which the next call works again
   */
  locate(fix: Fix): Promise<Located>;
  /**
   * Every place within `radiusM` of a position, the preferred first: the nearer, then the smaller, then the lower id.
   *
   * @throws RangeError for a position or radius that is none; WorkerCrashedError, after which the next call works again
   */
  around(position: readonly [number, number], radiusM: number): Promise<NearestPlace[]>;
  readonly state: LaneState;
  dispose(): void;
}

/**
 * Makes the client. Its worker holds the index, so it is not ended when idle; after a crash the next call starts
 * another, which is given the same places and what they had already reported.
 */
export function createNearestClient({ onEntered }: NearestClientOptions = {}): NearestClient {
  let places = new Map<PlaceId, SeedPlace>();
  /** Counts the changes of `places`, and how many of them the worker that lives has seen. */
  let changes = 0;
  let changesInWorker = 0;
  const reached = new Set<PlaceId>();
  const lane = createLane<NearestApi>({
    name: 'nearest',
    spawn: () =>
      new Worker(new URL('../nearest/nearest.worker.ts', import.meta.url), { type: 'module', name: 'nearest' }),
    idleMs: null,
    errors: { RangeError },
    onStart: (remote) => seedWorker(remote, [...reached]),
  });

  async function seedWorker(remote: Remote<NearestApi>, known?: PlaceId[]): Promise<void> {
    const seen = changes;
    const packed = packPlaces([...places.values()]);
    await remote.seed(transfer(packed, buffersOf(packed.shapes)), known);
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
    async locate(fix) {
      const located = await lane.run((remote) => remote.locate(fix));
      for (const { id } of located.entered) reached.add(id);
      for (const id of located.left) reached.delete(id);
      for (const { id, distanceM, geometryType } of located.entered) {
        onEntered?.({
          name: 'User Entered Geometry',
          atMs: fix.timestampMs,
          properties: { geometryId: id, geometryType, distance: distanceM, accuracyRadius: fix.accuracyM },
        });
      }
      return located;
    },
    around: (position, radiusM) => lane.run((remote) => remote.around(position, radiusM)),
    get state() {
      return lane.state;
    },
    dispose: lane.dispose,
  };
}

function checkKnown(places: ReadonlyMap<PlaceId, SeedPlace>, id: PlaceId): void {
  if (!places.has(id)) throw new RangeError(`Expected the id of one of ${places.size} places, got ${id}`);
}
