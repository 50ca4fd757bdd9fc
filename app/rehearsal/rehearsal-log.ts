import type { Geometry, Position } from '../../contracts/geo.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Around } from '../../workers/client/nearest-in-page.ts';
import type { Reached } from '../walk/guide/walk-state.ts';
import type { PlayerEvents } from './simulated-walk.ts';
import type { Route } from './walked-route.ts';

/** The fields of a place that a rehearsal needs. */
export interface RehearsedPlace {
  readonly id: PlaceId;
  readonly geometry: Geometry;
  /** Length of its story; null if unknown. */
  readonly storyS: number | null;
  readonly hasAudio: boolean;
}

/** Why a story starts: on arrival, after another one had ended, or because it was not heard the first time. */
type StartReason = 'arrived' | 'waited' | 'again';

/** The start of a story, and its outcome. Times are seconds from the start of the walk. */
export interface RehearsedStart {
  readonly placeId: PlaceId;
  readonly atS: number;
  readonly atM: number;
  readonly position: Position;
  /** True distance of the walker to the place; null beyond 500 m. */
  readonly distanceM: number | null;
  readonly why: StartReason;
  /** The story for which it waited, and how long. */
  readonly waited: { readonly behind: PlaceId; readonly forS: number } | null;
  /** When the walker left the place during the story. */
  readonly leftAtS: number | null;
  /** When it was heard to its end. */
  readonly endedAtS: number | null;
  /** When another story cut it off. */
  readonly cutAtS: number | null;
  readonly cutBy: PlaceId | null;
}

/** A place whose story never starts. */
export interface UnheardPlace {
  readonly placeId: PlaceId;
  /** `far`: never entered. `masked`: another story played all the time. `silent`: no audio. `brief`: left too soon. */
  readonly why: 'far' | 'masked' | 'silent' | 'brief';
  /** The story that played instead, if it was masked. */
  readonly behind: PlaceId | null;
  /** Distance of the route to it, within some metres; null beyond 50 km. */
  readonly distanceM: number | null;
  /** Metres along the route to its nearest point. */
  readonly atM: number;
  readonly position: Position;
}

interface RehearsalLog extends PlayerEvents {
  /** Records which places the walker is at, and what sounds. */
  see(here: readonly Reached[], sounding: PlaceId | null, atMs: number): void;
  starts(): RehearsedStart[];
  /** Returns the places without a start. Searches along the whole route, and yields meanwhile. */
  unheard(route: Route, makeAround: (places: readonly RehearsedPlace[]) => Around): Generator<void, UnheardPlace[]>;
}

interface Visit {
  readonly sinceMs: number;
  /** The last other story that sounded while the walker was there. */
  behind: PlaceId | null;
}

type Draft = { -readonly [Key in keyof RehearsedStart]: RehearsedStart[Key] };

/** Less than this is no waiting: it is the time that a story takes to start. */
const WAIT_MIN_S = 1.5;
/** Beyond this distance, a start has none. */
const START_REACH_M = 500;
const NEAREST_REACH_M = 50_000;
/** Step of the search along the route; a long route is searched in 2000 steps. */
const NEAREST_STEP_M = 5;
const NEAREST_STEPS_MAX = 2000;

/** Creates the log of a walk. @param whereAt the walker's true position at a moment */
export function createRehearsalLog(
  places: readonly RehearsedPlace[],
  whereAt: (atMs: number) => { readonly alongM: number; readonly position: Position },
  around: Around,
): RehearsalLog {
  const starts: Draft[] = [];
  const visits = new Map<PlaceId, Visit>();
  const everReached = new Map<PlaceId, PlaceId | null>();
  const begun = new Set<PlaceId>();
  let sounding: Draft | null = null;

  return {
    onStarted(placeId, atMs) {
      const { alongM, position } = whereAt(atMs);
      const visit = visits.get(placeId);
      const forS = visit === undefined ? 0 : (atMs - visit.sinceMs) / 1000;
      const behind = visit?.behind ?? null;
      const waited = behind === null || forS < WAIT_MIN_S ? null : { behind, forS };
      sounding = {
        placeId,
        atS: atMs / 1000,
        atM: alongM,
        position,
        distanceM: around({ position, radiusM: START_REACH_M }).find(({ id }) => id === placeId)?.distanceM ?? null,
        why: begun.has(placeId) ? 'again' : waited === null ? 'arrived' : 'waited',
        waited,
        ...{ leftAtS: null, endedAtS: null, cutAtS: null, cutBy: null },
      };
      starts.push(sounding);
      begun.add(placeId);
    },

    onEnded(_placeId, atMs) {
      if (sounding !== null) sounding.endedAtS = atMs / 1000;
      sounding = null;
    },

    onCut(_placeId, by, atMs) {
      if (sounding !== null) Object.assign(sounding, { cutAtS: atMs / 1000, cutBy: by });
      sounding = null;
    },

    see(here, soundingId, atMs) {
      const ids = new Set(here.map(({ placeId }) => placeId));
      for (const id of visits.keys()) if (!ids.has(id)) visits.delete(id);
      for (const id of ids) {
        const visit = visits.get(id) ?? { sinceMs: atMs, behind: null };
        if (soundingId !== null && soundingId !== id) visit.behind = soundingId;
        visits.set(id, visit);
        everReached.set(id, visit.behind ?? everReached.get(id) ?? null);
      }
      if (sounding === null) return;
      if (ids.has(sounding.placeId)) sounding.leftAtS = null;
      else sounding.leftAtS ??= atMs / 1000;
    },

    starts: () => starts.map((start) => ({ ...start })),

    *unheard(route, makeAround) {
      const rest = places.filter(({ id }) => !begun.has(id));
      const aroundRest = makeAround(rest);
      const nearest = new Map<PlaceId, { readonly distanceM: number; readonly atM: number }>();
      const stepM = Math.max(NEAREST_STEP_M, route.lengthM / NEAREST_STEPS_MAX);
      for (let atM = 0; rest.length > 0 && atM <= route.lengthM; atM += stepM) {
        for (const { id, distanceM } of aroundRest({ position: route.at(atM), radiusM: NEAREST_REACH_M })) {
          if (distanceM < (nearest.get(id)?.distanceM ?? Infinity)) nearest.set(id, { distanceM, atM });
        }
        yield;
      }
      return rest
        .map(({ id, hasAudio }): UnheardPlace => {
          const { distanceM = null, atM = 0 } = nearest.get(id) ?? {};
          const behind = everReached.get(id) ?? null;
          const why = !everReached.has(id) ? 'far' : !hasAudio ? 'silent' : behind === null ? 'brief' : 'masked';
          const masking = why === 'masked' ? behind : null;
          return { placeId: id, why, behind: masking, distanceM, atM, position: route.at(atM) };
        })
        .sort((a, b) => (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity));
    },
  };
}
