import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { createNearestIndex } from '../../../workers/nearest/nearest-index.ts';
import { steadyRule } from '../walk-simulator/rules.ts';
import { TRACK_STEP_MS } from '../walk-simulator/track.ts';
import type { LongWalk } from './scenario.ts';

/** A story that began by itself. */
export interface GuidedStart {
  /** Index of its place. */
  readonly place: number;
  /** When on the walk. */
  readonly atMs: number;
}

/** Walks a long walk with the app's own guide, without a browser: what starts, in order. */
export function guide({ places, track, deliveries }: LongWalk): GuidedStart[] {
  const index = createNearestIndex(createPlainGeometryCore());
  index.seed(places.map(({ geometry }, place) => ({ id: PlaceId.parse(place + 1), geometry })));
  const rule = steadyRule(index, new Map(places.map(({ storyS }, place) => [PlaceId.parse(place + 1), 1000 * storyS])));
  const starts: GuidedStart[] = [];
  let endsMs = Number.POSITIVE_INFINITY;
  let next = 0;

  function start(id: PlaceId | null, atMs: number): void {
    if (id === null) return;
    const place = id - 1;
    starts.push({ place, atMs });
    endsMs = atMs + 1000 * (places[place]?.storyS ?? Number.NaN);
  }

  for (let atMs = 0; atMs < track.length * TRACK_STEP_MS; atMs += TRACK_STEP_MS) {
    if (endsMs <= atMs) {
      endsMs = Number.POSITIVE_INFINITY;
      start(rule.onStoryEnded(atMs), atMs);
    }
    for (let due = deliveries[next]; due !== undefined && due.atMs <= atMs; due = deliveries[next]) {
      start(rule.onFix(due.fix, atMs), atMs);
      next += 1;
    }
    start(rule.pass(atMs), atMs);
  }
  return starts;
}
