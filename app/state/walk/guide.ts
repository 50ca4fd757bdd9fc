import type { GateFix } from '../position/fix-gate.ts';
import type { NearPlace } from './presence.ts';
import { lookAround, lookRadiusM, NEW_STEADY_WALK, nextChangeMs, onFix, passTime, placesHere } from './steady-walk.ts';
import { decide, INITIAL_WALK, type WalkEvent, type WalkState } from './walk-decision.ts';

/** Every place within `radiusM` of `[lng, lat]`, nearest first. */
export type LookUp = (position: readonly [number, number], radiusM: number) => readonly NearPlace[];

/**
 * The audio guide without a clock, a worker and a player: what `nearest-place.ts` and `listening.ts` drive in real time,
 * the steady walk and the decisions, for whoever has a time of their own. A simulated walk and the app's own so go
 * through the same machine.
 */
export interface Guide {
  /** What was decided last; replaced by each event that changes it. */
  readonly state: WalkState;
  /** Takes in a fix. @param atMs when it arrived; the clock of all calls, which never goes back */
  onFix(fix: GateFix, atMs: number): void;
  /** Lets time pass without a fix. */
  passTime(atMs: number): void;
  /** Tells what else happens: what the player does, a mode that is switched. */
  tell(event: WalkEvent): void;
  /** When {@link passTime} will next change something, if no fix comes before; null when only a fix can. */
  nextChangeMs(): number | null;
}

/** Makes a guide in audio-guide mode with autoplay, which has seen and told nothing. */
export function createGuide(lookUp: LookUp): Guide {
  const modes: WalkEvent[] = [
    { type: 'on-site-switched', on: true },
    { type: 'autoplay-switched', on: true },
  ];
  let state = modes.reduce(decide, INITIAL_WALK);
  let walk = NEW_STEADY_WALK;

  function change(next: typeof walk, atMs: number): void {
    const before = walk;
    walk = next;
    const { position } = walk;
    if (position !== null && position !== before.position) {
      const near = lookUp([position.ahead.lng, position.ahead.lat], lookRadiusM(position));
      walk = lookAround(walk, position, near, atMs);
    }
    if (walk.visits !== before.visits) state = decide(state, { type: 'located', here: placesHere(walk) });
  }

  return {
    get state() {
      return state;
    },
    onFix: (fix, atMs) => change(onFix(walk, fix, atMs), atMs),
    passTime: (atMs) => change(passTime(walk, atMs), atMs),
    tell(event) {
      state = decide(state, event);
    },
    nextChangeMs: () => nextChangeMs(walk),
  };
}
