import type { PlaceId } from '../../contracts/vocabulary.ts';
import { createGuide, type LookUp } from '../walk/guide/guide.ts';
import { earliest } from '../walk/guide/steady-walk.ts';
import { decide } from '../walk/guide/walk-decision.ts';
import { INITIAL_WALK, type WalkEvent } from '../walk/guide/walk-state.ts';
import { AUDIO_LOAD_DELAY_MS, AUTOPLAY_DELAY_MS } from '../walk/listening-steps.ts';

/** The guide with its decisions, for a walk in simulated time. */
export type SimulatedGuide = ReturnType<typeof createSimulatedGuide>;

/** Creates a guide in audio-guide mode with autoplay. */
export function createSimulatedGuide(lookUp: LookUp) {
  let state = INITIAL_WALK;
  const dispatch = (event: WalkEvent): void => {
    state = decide(state, event);
  };
  dispatch({ type: 'on-site-switched', on: true });
  dispatch({ type: 'autoplay-switched', on: true });
  const guide = createGuide({ lookUp, onLocated: (here, around) => dispatch({ type: 'located', here, around }) });
  return {
    ...guide,
    /** Processes other events: the player's, or changed places. */
    dispatch,
    /** The last decision; replaced by each event that changes it. */
    get state() {
      return state;
    },
  };
}

/** Period of progress reports, as of the real player. */
const REPORT_MS = 250;

/** Callbacks of the player. */
export interface PlayerEvents {
  readonly onStarted: (placeId: PlaceId, atMs: number) => void;
  readonly onEnded: (placeId: PlaceId, atMs: number) => void;
  /** Another place's story replaced one that was playing. */
  readonly onCut: (placeId: PlaceId, by: PlaceId | null, atMs: number) => void;
}

/** Creates the player of a simulated walk: stories take their real length, with the app's delays, as if prefetched. */
export function createRehearsedPlayer(
  guide: SimulatedGuide,
  storyMs: ReadonlyMap<PlaceId, number>,
  { onStarted, onEnded, onCut }: PlayerEvents,
) {
  let { selected, startsItself } = guide.state;
  let readyMs: number | null = null;
  let startMs: number | null = null;
  let playing: { readonly placeId: PlaceId; readonly endMs: number; reportedMs: number } | null = null;

  function follow(atMs: number): void {
    const { state } = guide;
    if (state.selected !== selected) {
      if (playing !== null) onCut(playing.placeId, state.selected, atMs);
      playing = null;
      selected = state.selected;
      startMs = null;
      readyMs = selected !== null && storyMs.has(selected) ? atMs + AUDIO_LOAD_DELAY_MS : null;
    } else if (state.startsItself && !startsItself && readyMs === null) {
      startMs = atMs + AUTOPLAY_DELAY_MS;
    }
    startsItself = state.startsItself;
  }

  function start(placeId: PlaceId, atMs: number): void {
    playing = { placeId, endMs: atMs + (storyMs.get(placeId) ?? 0), reportedMs: atMs };
    guide.dispatch({ type: 'started', placeId });
    onStarted(placeId, atMs);
  }

  function report(atMs: number): void {
    if (playing === null) return;
    const ms = Math.min(atMs, playing.endMs) - playing.reportedMs;
    if (ms <= 0) return;
    playing.reportedMs += ms;
    const leftMs = playing.endMs - playing.reportedMs;
    const lengthMs = storyMs.get(playing.placeId) ?? 0;
    guide.dispatch({ type: 'sounded', ms, atMs: lengthMs - leftMs, leftMs });
  }

  function finish(atMs: number): void {
    if (playing === null) return;
    const { placeId } = playing;
    report(atMs);
    playing = null;
    onEnded(placeId, atMs);
    guide.dispatch({ type: 'ended' });
  }

  return {
    /** The place whose story is playing. */
    get sounding(): PlaceId | null {
      return playing?.placeId ?? null;
    },
    /** When the next timer is due; null if there is none. */
    nextMs(): number | null {
      return earliest(
        readyMs,
        startMs,
        playing === null ? null : Math.min(playing.reportedMs + REPORT_MS, playing.endMs),
      );
    },
    /** Runs all timers due at `atMs` or earlier. */
    passTime(atMs: number): void {
      if (readyMs !== null && readyMs <= atMs) {
        readyMs = null;
        if (guide.state.startsItself) startMs = atMs + AUTOPLAY_DELAY_MS;
      }
      if (startMs !== null && startMs <= atMs) {
        startMs = null;
        if (guide.state.startsItself && selected !== null) start(selected, atMs);
      }
      if (playing !== null && playing.endMs <= atMs) finish(atMs);
      else if (playing !== null && playing.reportedMs + REPORT_MS <= atMs) report(atMs);
      follow(atMs);
    },
    /** Acts on the guide's decision, as `listening.ts` does. Must be called after each change of the guide. */
    follow,
  };
}
