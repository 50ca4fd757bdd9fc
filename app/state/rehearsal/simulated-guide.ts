import { createGuide, type Guide, type LookUp } from '../walk/guide/guide.ts';
import { decide } from '../walk/guide/walk-decision.ts';
import { INITIAL_WALK, type WalkEvent, type WalkState } from '../walk/guide/walk-state.ts';

/** The guide with its decisions, for a walk in simulated time. */
export interface SimulatedGuide extends Guide {
  /** What was decided last; replaced by each event that changes it. */
  readonly state: WalkState;
  /** Takes in what else happens: what the player does, other places. */
  dispatch(event: WalkEvent): void;
}

/** Makes a guide in audio-guide mode with autoplay. */
export function createSimulatedGuide(lookUp: LookUp): SimulatedGuide {
  let state = INITIAL_WALK;
  const dispatch = (event: WalkEvent): void => {
    state = decide(state, event);
  };
  dispatch({ type: 'on-site-switched', on: true });
  dispatch({ type: 'autoplay-switched', on: true });
  const guide = createGuide({ lookUp, onLocated: (here, around) => dispatch({ type: 'located', here, around }) });
  return {
    ...guide,
    dispatch,
    get state() {
      return state;
    },
  };
}
