import { createGuide, type Guide, type LookUp } from '../walk/guide/guide.ts';
import { decide } from '../walk/guide/walk-decision.ts';
import { INITIAL_WALK, type WalkEvent, type WalkState } from '../walk/guide/walk-state.ts';

/** The guide with its decisions, for a walk in simulated time. */
export interface SimulatedGuide extends Guide {
  /** The last decision; replaced by each event that changes it. */
  readonly state: WalkState;
  /** Processes other events: the player's, or changed places. */
  dispatch(event: WalkEvent): void;
}

/** Creates a guide in audio-guide mode with autoplay. */
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
