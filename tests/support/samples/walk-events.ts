import { decide } from '../../../app/walk/guide/walk-decision.ts';
import { INITIAL_WALK, type WalkEvent, type WalkState } from '../../../app/walk/guide/walk-state.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';

export const bridge = PlaceId.parse(1);
export const market = PlaceId.parse(2);
export const square = PlaceId.parse(3);

/** The state of a walk after these events. */
export const stateAfter = (...events: WalkEvent[]): WalkState => events.reduce(decide, INITIAL_WALK);
export const onSite: WalkEvent = { type: 'on-site-switched', on: true };
export const autoplay: WalkEvent = { type: 'autoplay-switched', on: true };
export const at = (placeId: PlaceId, ...within: PlaceId[]): WalkEvent => ({
  type: 'located',
  here: [placeId, ...within].map((id, index) => ({ placeId: id, distanceM: 3 + index, isSure: true })),
});
/** A position near enough to start a story, but too far for it to count as played there. */
export const near = (placeId: PlaceId): WalkEvent => ({
  type: 'located',
  here: [{ placeId, distanceM: 20, isSure: false }],
});
export const sounded = (ms: number, leftMs: number | null = null): WalkEvent => ({
  type: 'sounded',
  ms,
  atMs: ms,
  leftMs,
});
/** A story of 70 s is played up to there, from its start or from there. */
export const told = (toMs: number, fromMs = 0): WalkEvent => ({
  type: 'sounded',
  ms: toMs - fromMs,
  atMs: toMs,
  leftMs: 70_000 - toMs,
});
export const sought: WalkEvent = { type: 'sought' };
export const paused: WalkEvent = { type: 'paused' };
export const brokeOff: WalkEvent = { type: 'broke-off' };
export const nowhere: WalkEvent = { type: 'located', here: [], around: [] };
export const started = (placeId: PlaceId): WalkEvent => ({ type: 'started', placeId });
export const goesOn = (placeId: PlaceId): WalkEvent => ({ type: 'started', placeId, goesOn: true });
export const permitted: WalkEvent = { type: 'permitted' };
export const offSite: WalkEvent = { type: 'on-site-switched', on: false };
export const autoplayOff: WalkEvent = { type: 'autoplay-switched', on: false };
export const tapped = (placeId: PlaceId | null): WalkEvent => ({ type: 'tapped', placeId });
export const chosen = (placeId: PlaceId | null): WalkEvent => ({ type: 'chosen', placeId });
export const ended: WalkEvent = { type: 'ended' };
export const placesAre = (
  placeIds: PlaceId[],
  silentIds: PlaceId[] = [],
): Extract<WalkEvent, { type: 'places-changed' }> => ({
  type: 'places-changed',
  placeIds,
  silentIds,
});
