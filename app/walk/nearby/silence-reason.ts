import type { LocationStatus, PlaceId } from '../../../contracts/vocabulary.ts';
import type { PlayerState } from '../../platform/audio/audio-player.ts';
import { type GateFix, WALKING } from '../../position/fix-gate.ts';
import type { WalkState } from '../guide/walk-state.ts';
import { isUnfinished } from '../walk-progress.ts';

/** Why nothing plays on a walk. */
export type Silence =
  | { readonly why: PositionSilence }
  /** The position is too vague to start a story. */
  | { readonly why: 'vague'; readonly accuracyM: number }
  /** About the selected story: the browser wants a tap, the system stopped it, or its audio can't be loaded. */
  | { readonly why: 'refused' | 'interrupted' | 'not-stored' | 'failed' }
  /** About the walker's place. */
  | { readonly why: PlaceSilence; readonly placeId: PlaceId };

/** The position can't choose a place, or none is near. */
export type PositionSilence = 'lookup-failed' | 'no-position' | 'searching' | 'nowhere';

/** Why the story of a place does not start by itself although the walker is there. */
export type PlaceSilence = 'no-audio' | 'autoplay-off' | 'paused' | 'heard' | 'begun' | 'not-close';

/** Everything on which the reason depends. */
export interface Scene {
  readonly walk: WalkState;
  readonly audio: PlayerState;
  readonly lookupFailed: boolean;
  readonly fix: Pick<GateFix, 'accuracyM'> | null;
  readonly status: LocationStatus;
}

/**
 * Finds why it is silent. Null outside audio-guide mode, while a story sounds or is about to, and if no reason is
 * known. Of several reasons, the one that has to be removed first. Pure.
 */
export function findSilence(scene: Scene): Silence | null {
  const { walk, audio, fix } = scene;
  if (!walk.onSite || audio.phase === 'playing' || audio.isBuffering) return null;
  if (audio.phase === 'failed') return { why: audio.failure?.isOffline === true ? 'not-stored' : 'failed' };
  if (walk.refused) return { why: 'refused' };
  if (walk.interrupted) return { why: 'interrupted' };
  const position = findPositionSilence(scene);
  if (position !== null && position !== 'nowhere') return { why: position };
  if (walk.startsItself) return null;
  if (fix !== null && !(fix.accuracyM <= WALKING.accuracyMaxM)) return { why: 'vague', accuracyM: fix.accuracyM };
  if (walk.nearest === null) return { why: 'nowhere' };
  const why = silenceOf(walk, walk.nearest);
  return why === null ? null : { why, placeId: walk.nearest.placeId };
}

/** Finds why the position selects no story, whatever sounds now; null if it does. Pure. */
export function findPositionSilence({ walk, lookupFailed, fix, status }: Omit<Scene, 'audio'>): PositionSilence | null {
  if (lookupFailed) return 'lookup-failed';
  if (fix === null) return status === 'requesting' ? 'searching' : 'no-position';
  return walk.nearest === null ? 'nowhere' : null;
}

function silenceOf(walk: WalkState, { placeId, isSure }: NonNullable<WalkState['nearest']>): PlaceSilence | null {
  if (walk.silent.includes(placeId)) return 'no-audio';
  if (!walk.autoplay) return 'autoplay-off';
  if (walk.muted.includes(placeId)) return 'paused';
  if (walk.spent.includes(placeId)) return isUnfinished(walk, placeId) ? 'begun' : 'heard';
  return walk.begun.includes(placeId) && !isSure ? 'not-close' : null;
}
