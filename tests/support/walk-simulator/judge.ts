import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { POINT_RADIUS_M } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { createNearestIndex, type NearestIndex } from '../../../workers/nearest/nearest-index.ts';
import type { Fix } from '../geometry/locator.ts';
import { toPosition } from './ground.ts';
import type { Delivery } from './receiver.ts';
import type { Town } from './town.ts';
import { TRACK_STEP_MS, type Track } from './track.ts';

/** What decides which story starts. Each call answers the place whose story is to start now, cutting any other. */
export interface WalkRule {
  onFix(fix: Fix, atMs: number): PlaceId | null;
  /** Time passes: called five times a second. */
  pass(atMs: number): PlaceId | null;
  /** The story that played has come to its end. */
  onStoryEnded(atMs: number): PlaceId | null;
}

/**
 * Makes a rule for one walk. It may ask the index, and must not seed it.
 *
 * @param storyMs how long the story of each place is
 */
export type MakeRule = (index: NearestIndex, storyMs: ReadonlyMap<PlaceId, number>) => WalkRule;

/**
 * How a walk went, held against where the walker truly was. All but the delays are counts. The readings are a walker's:
 *
 * - *at* a place is from coming within 7 m of it until going farther than 14 m from it: a story may tell of what was
 *   just passed;
 * - a story is *heard* when 5 s of one telling sounded while the walker was at its place.
 */
export interface Verdict {
  /** Places that the walker was within 7 m of for 5 s or more at a stretch: long enough to hear something. */
  readonly visited: number;
  /** Visited places whose story was never heard. */
  readonly missed: number;
  /** Starts of a story while the walker was not at its place. */
  readonly wrong: number;
  /** Starts of a story of which 5 s or more had sounded in one telling before, wherever the walker was then. */
  readonly restarts: number;
  /** Stories that another one stopped before their end. */
  readonly cut: number;
  /**
   * For each visited place, in the order of the places: for how long the walker had been at it when the telling began
   * to sound there that was heard first (0 when it did already on arriving); for a missed one all the time at it.
   */
  readonly delays: readonly { readonly delayMs: number; readonly missed: boolean }[];
  /** Starts of a story. */
  readonly starts: number;
  /** Starts of a story that had started before, however short that telling was. */
  readonly again: number;
  /** Visited places whose story no telling brought to its end that sounded while the walker was there. */
  readonly unfinished: number;
  /** Visited places of whose story no 5 s ever sounded in one telling, wherever the walker was then. */
  readonly untold: number;
}

/** Less than this of a story is only a noise; a person who stays for less had no time to hear anything. */
const HEARD_MS = 5000;
/** So far away the walker is no longer at a place: a few metres, 5 s of walking, beyond the 7 m. */
const GONE_M = 2 * POINT_RADIUS_M;

interface Telling {
  readonly placeId: PlaceId;
  readonly endMs: number;
  /** For how long it sounded. */
  soundedMs: number;
  /** For how long it sounded while the walker was there. */
  thereMs: number;
  /** For how long the walker had been there, on the whole walk, when it first sounded there. */
  delayMs: number;
}

/** What was told of one place up to now. */
interface Account {
  readonly storyMs: number;
  started: boolean;
  /** 5 s of it sounded in one telling. */
  sounded: boolean;
  /** The delay of the telling that was heard first; null while none was. */
  delayMs: number | null;
  finished: boolean;
}

/** Where a walker truly was. */
interface Truth {
  /** For each point of the track the places that the walker was at, with the time at each up to then. */
  readonly steps: readonly ReadonlyMap<PlaceId, number>[];
  /** The visited places in the order of the places, with all the time at each. */
  readonly visited: ReadonlyMap<PlaceId, number>;
}

/** Lets a rule guide a walker, and holds what it started against the true path. */
export function judge(town: Town, track: Track, deliveries: readonly Delivery[], makeRule: MakeRule): Verdict {
  const index = createNearestIndex(createPlainGeometryCore());
  index.seed(town.places);
  const truth = truthOf(town, track);
  const accounts = new Map<PlaceId, Account>(town.places.map(({ id, storyMs }) => [id, openAccount(storyMs)]));
  const rule = makeRule(index, new Map(town.places.map(({ id, storyMs }) => [id, storyMs])));
  const count = { starts: 0, wrong: 0, restarts: 0, cut: 0, again: 0 };
  let playing: Telling | null = null;
  /** The places that the walker is at now. */
  let here: ReadonlyMap<PlaceId, number> = new Map();

  function start(placeId: PlaceId | null, nowMs: number): void {
    const account = placeId === null ? undefined : accounts.get(placeId);
    if (placeId === null || account === undefined) return;
    count.starts += 1;
    if (playing !== null) count.cut += 1;
    if (account.started) count.again += 1;
    if (account.sounded) count.restarts += 1;
    if (!here.has(placeId)) count.wrong += 1;
    account.started = true;
    playing = { placeId, endMs: nowMs + account.storyMs, soundedMs: 0, thereMs: 0, delayMs: 0 };
  }

  /** The story that plays is heard until now. True when that is its end. */
  function listen(nowMs: number): boolean {
    const account = playing === null ? undefined : accounts.get(playing.placeId);
    if (playing === null || account === undefined) return false;
    playing.soundedMs += TRACK_STEP_MS;
    if (playing.soundedMs >= HEARD_MS) account.sounded = true;
    const atMs = here.get(playing.placeId);
    if (atMs !== undefined) {
      if (playing.thereMs === 0) playing.delayMs = atMs - TRACK_STEP_MS;
      playing.thereMs += TRACK_STEP_MS;
      if (playing.thereMs >= HEARD_MS) account.delayMs ??= playing.delayMs;
    }
    const isEnd = playing.endMs <= nowMs;
    if (isEnd && playing.thereMs > 0) account.finished = true;
    return isEnd;
  }

  let next = 0;
  truth.steps.forEach((places, step) => {
    const nowMs = step * TRACK_STEP_MS;
    here = places;
    if (listen(nowMs)) {
      playing = null;
      start(rule.onStoryEnded(nowMs), nowMs);
    }
    for (; next < deliveries.length; next++) {
      const delivery = deliveries[next];
      if (delivery === undefined || delivery.atMs > nowMs) break;
      start(rule.onFix(delivery.fix, nowMs), nowMs);
    }
    start(rule.pass(nowMs), nowMs);
  });
  const visited = [...truth.visited].flatMap(([id, atMs]) => {
    const account = accounts.get(id);
    return account === undefined ? [] : [{ ...account, atMs }];
  });
  return {
    ...count,
    visited: visited.length,
    missed: visited.filter(({ delayMs }) => delayMs === null).length,
    delays: visited.map(({ delayMs, atMs }) => ({ delayMs: delayMs ?? atMs, missed: delayMs === null })),
    unfinished: visited.filter(({ finished }) => !finished).length,
    untold: visited.filter(({ sounded }) => !sounded).length,
  };
}

function openAccount(storyMs: number): Account {
  return { storyMs, started: false, sounded: false, delayMs: null, finished: false };
}

/** Many rules and noises are judged on the same track through the same town. */
const truths = new WeakMap<Town, { readonly track: Track; readonly truth: Truth }>();

function truthOf(town: Town, track: Track): Truth {
  const known = truths.get(town);
  if (known?.track === track) return known.truth;
  const truth = walk(town, track);
  truths.set(town, { track, truth });
  return truth;
}

function walk({ places }: Town, track: Track): Truth {
  const index = createNearestIndex(createPlainGeometryCore());
  index.seed(places);
  const atMs = new Map<PlaceId, number>();
  const visited = new Set<PlaceId>();
  let within = new Map<PlaceId, number>();
  let here = new Map<PlaceId, number>();
  const steps = track.map((point) => {
    const [wasWithin, wasHere] = [within, here];
    within = new Map();
    here = new Map();
    for (const { id, distanceM } of index.around({ position: toPosition(point), radiusM: GONE_M })) {
      const isWithin = distanceM <= POINT_RADIUS_M;
      if (isWithin) within.set(id, (wasWithin.get(id) ?? 0) + TRACK_STEP_MS);
      if ((within.get(id) ?? 0) >= HEARD_MS) visited.add(id);
      if (!isWithin && !wasHere.has(id)) continue;
      atMs.set(id, (atMs.get(id) ?? 0) + TRACK_STEP_MS);
      here.set(id, atMs.get(id) ?? 0);
    }
    return here;
  });
  const inOrder = places.flatMap(({ id }) => (visited.has(id) ? [[id, atMs.get(id) ?? 0] as const] : []));
  return { steps, visited: new Map(inOrder) };
}
