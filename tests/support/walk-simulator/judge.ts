import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { POINT_RADIUS_M } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Fix } from '../../../workers/nearest/nearest.api.ts';
import { createNearestIndex, type NearestIndex } from '../../../workers/nearest/nearest-index.ts';
import { toPosition } from './ground.ts';
import type { Delivery } from './receiver.ts';
import type { Town } from './town.ts';
import { TRACK_STEP_MS, type Track } from './track.ts';

/** What decides which story starts. Each call answers the place whose story is to start now, cutting any other. */
export interface WalkRule {
  hearFix(fix: Fix, atMs: number): PlaceId | null;
  /** Time passes: called five times a second. */
  pass(atMs: number): PlaceId | null;
  /** The story that played has come to its end. */
  hearEnd(atMs: number): PlaceId | null;
}

/** Makes a rule for one walk. It may ask the index, and must not seed it. */
export type MakeRule = (index: NearestIndex) => WalkRule;

/** How a walk went, held against where the walker truly was. All but the delays are counts. */
export interface Verdict {
  /** Places that the walker was at for 3 s or more at a stretch. */
  readonly visited: number;
  /** Visited places whose story no telling brought to its end that the walker was there for. */
  readonly missed: number;
  /** Visited places whose story sounded for less than 5 s in all while the walker was there. */
  readonly silent: number;
  /** Visited places whose every start, if any, was wrong: too early, or somewhere else. */
  readonly neverRight: number;
  /** Starts of a story. */
  readonly starts: number;
  /** Starts of a story while the walker was not at its place. */
  readonly wrong: number;
  /** Starts of a story that had started before. */
  readonly restarts: number;
  /** Stories that another one stopped before their end. */
  readonly cut: number;
  /** From crossing a place's border to the first start there that was not wrong, for each place that had one. */
  readonly delaysMs: readonly number[];
}

/** A shorter stay is passing by: no story needs to be heard there, though one that starts is not wrong. */
const STAY_MS = 3000;
/** For so long after leaving, the walker still counts as there: a story may tell of what was just passed. */
const JUST_LEFT_MS = 10_000;
/** Less than this of a story is no more than a noise. */
const SOUNDED_MS = 5000;

interface Stay {
  readonly fromMs: number;
  untilMs: number;
}

interface Telling {
  readonly placeId: PlaceId;
  readonly endMs: number;
  /** For how long it sounded while the walker was there. */
  thereMs: number;
}

/** Lets a rule guide a walker, and holds what it started against the true path. */
export function judge(town: Town, track: Track, deliveries: readonly Delivery[], makeRule: MakeRule): Verdict {
  const index = createNearestIndex(createPlainGeometryCore());
  index.seed(town.places);
  const stays = findStays(index, track);
  const stayAt = (placeId: PlaceId, atMs: number): Stay | undefined =>
    stays.get(placeId)?.findLast(({ fromMs, untilMs }) => fromMs <= atMs && atMs <= untilMs + JUST_LEFT_MS);

  const rule = makeRule(index);
  const started = new Set<PlaceId>();
  const heard = new Set<PlaceId>();
  const thereMs = new Map<PlaceId, number>();
  const delaysMs = new Map<PlaceId, number>();
  const count = { starts: 0, wrong: 0, restarts: 0, cut: 0 };
  let playing: Telling | null = null;

  function start(placeId: PlaceId | null, atMs: number): void {
    if (placeId === null) return;
    count.starts += 1;
    if (playing !== null) count.cut += 1;
    if (started.has(placeId)) count.restarts += 1;
    started.add(placeId);
    const stay = stayAt(placeId, atMs);
    if (stay === undefined) count.wrong += 1;
    else if (!delaysMs.has(placeId)) delaysMs.set(placeId, atMs - stay.fromMs);
    const storyMs = town.places.find(({ id }) => id === placeId)?.storyMs ?? 0;
    playing = { placeId, endMs: atMs + storyMs, thereMs: 0 };
  }

  /** The story that plays is heard until now; answers it when that is its end. */
  function listen(atMs: number): Telling | null {
    const telling: Telling | null = playing;
    if (telling === null) return null;
    if (stayAt(telling.placeId, atMs) !== undefined) {
      telling.thereMs += TRACK_STEP_MS;
      thereMs.set(telling.placeId, (thereMs.get(telling.placeId) ?? 0) + TRACK_STEP_MS);
    }
    return telling.endMs <= atMs ? telling : null;
  }

  let next = 0;
  for (let atMs = 0; atMs < track.length * TRACK_STEP_MS; atMs += TRACK_STEP_MS) {
    const ended = listen(atMs);
    if (ended !== null) {
      if (ended.thereMs > 0) heard.add(ended.placeId);
      playing = null;
      start(rule.hearEnd(atMs), atMs);
    }
    for (; next < deliveries.length; next++) {
      const delivery = deliveries[next];
      if (delivery === undefined || delivery.atMs > atMs) break;
      start(rule.hearFix(delivery.fix, atMs), atMs);
    }
    start(rule.pass(atMs), atMs);
  }
  const isLong = ({ fromMs, untilMs }: Stay): boolean => untilMs - fromMs >= STAY_MS;
  const visited = [...stays].flatMap(([placeId, list]) => (list.some(isLong) ? [placeId] : []));
  return {
    ...count,
    visited: visited.length,
    missed: visited.filter((placeId) => !heard.has(placeId)).length,
    silent: visited.filter((placeId) => (thereMs.get(placeId) ?? 0) < SOUNDED_MS).length,
    neverRight: visited.filter((placeId) => !delaysMs.has(placeId)).length,
    delaysMs: [...delaysMs.values()],
  };
}

/** When the walker was at which place: within 7 m of it, without any error. */
function findStays(index: NearestIndex, track: Track): Map<PlaceId, Stay[]> {
  const stays = new Map<PlaceId, Stay[]>();
  track.forEach((spot, step) => {
    const atMs = step * TRACK_STEP_MS;
    for (const { id } of index.around(toPosition(spot), POINT_RADIUS_M)) {
      const list = stays.get(id) ?? [];
      const last = list.at(-1);
      if (last !== undefined && last.untilMs === atMs - TRACK_STEP_MS) last.untilMs = atMs;
      else list.push({ fromMs: atMs, untilMs: atMs });
      stays.set(id, list);
    }
  });
  return stays;
}
