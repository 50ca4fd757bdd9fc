import { useSnapshot } from 'valtio';
import { places } from '../../places/places.ts';
import { printName } from '../../places/untitled-words.ts';
import { location } from '../../position/location.ts';
import { listening } from '../listening.ts';
import { findSilence, type Silence } from './silence.ts';
import { describeSilence, isUnanswered } from './silence-words.ts';
import { useSettled } from './use-settled.ts';

/** A reason is shown after it has held for this time, because short ones occur between two stories. */
const SILENCE_SETTLE_MS = 1500;
/** After this time without a position, the app offers to play the stories without one. */
const NO_ANSWER_MS = 10_000;

/** A position being searched for and a lost one are the same to the walker. */
const UNANSWERED = 'unanswered';

/** A silence with its message. */
export interface SilenceNote {
  readonly silence: Silence;
  readonly words: string;
  /** Name of the walker's place. */
  readonly name: string;
  readonly isInPlayer: boolean;
  /** The same for the same reason at the same place. */
  readonly key: string;
}

/** Returns why nothing plays on a walk; null if something plays, if it is shown elsewhere, and outside a walk. */
export function useSilenceNote(): SilenceNote | null {
  const { walk, audio, lookupFailed } = useSnapshot(listening);
  const { fix, status } = useSnapshot(location);
  const { list } = useSnapshot(places);
  const silence = findSilence({ walk, audio, lookupFailed, fix, status });
  const placeId = silence !== null && 'placeId' in silence ? silence.placeId : null;
  const name = printName(list.find(({ id }) => id === placeId)?.appelation ?? '');
  const isInPlayer = placeId !== null && placeId === walk.selected;
  const words = silence === null ? null : describeSilence(silence, name, isInPlayer);
  const note =
    silence === null || words === null
      ? null
      : {
          silence,
          words,
          name,
          isInPlayer,
          key: isUnanswered(silence) ? UNANSWERED : `${silence.why} ${placeId ?? ''}`,
        };
  const settleMs = note?.key === UNANSWERED ? NO_ANSWER_MS : SILENCE_SETTLE_MS;
  return useSettled(note?.key ?? null, settleMs) ? note : null;
}
