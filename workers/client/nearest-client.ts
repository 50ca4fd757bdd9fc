import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Fix, Located, NearestApi, SeedPlace } from '../nearest/nearest.api.ts';
import { createLane, type LaneState } from './lane.ts';

/** The client of the nearest worker. */
export interface NearestClient {
  /** Replaces the places that positions are compared with. Later calls see these. */
  seed(places: readonly SeedPlace[]): Promise<void>;
  /**
   * What a position reaches. Answers take microseconds, so there is no signal: a caller who no longer cares drops the
   * answer.
   *
   * @throws RangeError for a fix that is none; WorkerCrashedError, after which the next call works again
   */
  locate(fix: Fix): Promise<Located>;
  readonly state: LaneState;
  dispose(): void;
}

/**
 * Makes the client. Its worker holds the index, so it is not ended when idle; after a crash the next call starts
 * another, which is given the same places and what they had already reported.
 */
export function createNearestClient(): NearestClient {
  let places: readonly SeedPlace[] = [];
  let placesInWorker: readonly SeedPlace[] = places;
  const reached = new Set<PlaceId>();
  const lane = createLane<NearestApi>({
    name: 'nearest',
    spawn: () =>
      new Worker(new URL('../nearest/nearest.worker.ts', import.meta.url), { type: 'module', name: 'nearest' }),
    idleMs: null,
    errors: { RangeError },
    onStart: async (remote) => {
      const seeding = places;
      await remote.seed(seeding, [...reached]);
      placesInWorker = seeding;
    },
  });
  return {
    seed(next) {
      // A copy: the same list, changed by its owner, is another seed.
      places = [...next];
      return lane.run(async (remote) => {
        // A worker that has just started was given the latest already.
        if (placesInWorker === places) return;
        const seeding = places;
        await remote.seed(seeding);
        placesInWorker = seeding;
      });
    },
    async locate(fix) {
      const located = await lane.run((remote) => remote.locate(fix));
      for (const { id } of located.entered) reached.add(id);
      for (const id of located.left) reached.delete(id);
      return located;
    },
    get state() {
      return lane.state;
    },
    dispose: lane.dispose,
  };
}
