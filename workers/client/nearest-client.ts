import { type Remote, transfer } from 'comlink';
import type { UserEnteredGeometry } from '../../contracts/events.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Fix, Located, NearestApi, NearestPlace, SeedPlace } from '../nearest/nearest.api.ts';
import { buffersOf, packPlaces } from '../nearest/pack-places.ts';
import { createLane, type LaneState } from './lane.ts';

/** The options of a nearest client. */
export interface NearestClientOptions {
  /** Called for each place that a fix entered, nearest first, before `locate` resolves. */
  readonly onEntered?: (event: UserEnteredGeometry) => void;
}

/**
 * The client of the nearest worker. A change of the places applies to every later `locate`, even if its own promise rejects
 * with WorkerCrashedError: the next worker has it.
 */
export interface NearestClient {
  /** Replaces all places. @throws RangeError if an id occurs twice */
  seed(places: readonly SeedPlace[]): Promise<void>;
  /** Adds a place. @throws RangeError if its id exists */
  add(place: SeedPlace): Promise<void>;
  /** Replaces a place's geometry. @throws RangeError if it does not exist */
  move(place: SeedPlace): Promise<void>;
  /** Removes a place; if it was reached, the next `locate` reports it as left. @throws RangeError if it does not exist */
  remove(id: PlaceId): Promise<void>;
  /**
   * Looks up the places that a fix reaches. Takes microseconds, so there is no signal to abort it.
   *
   * @throws RangeError for an invalid fix; WorkerCrashedError, after which the next call works again
   */
  locate(fix: Fix): Promise<Located>;
  /**
   * All places within `radiusM` of a position, ordered by distance, then area, then id.
   *
   * @throws RangeError for an invalid position or radius; WorkerCrashedError, after which the next call works again
   */
  around(position: readonly [number, number], radiusM: number): Promise<NearestPlace[]>;
  readonly state: LaneState;
  dispose(): void;
}

/**
 * Creates the client. The worker holds the index, so it is not terminated when idle; after a crash the next call starts a
 * new one with the same places and the same reached ones.
 */
export function createNearestClient({ onEntered }: NearestClientOptions = {}): NearestClient {
  let places = new Map<PlaceId, SeedPlace>();
  /** Number of changes of `places`, and how many of them the current worker has. */
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

  /** Applies the change just made in the worker, unless a seed has included it already. */
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
