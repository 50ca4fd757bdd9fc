import { useSnapshot } from 'valtio';
import { places } from '../../../state/places/places.ts';
import { location } from '../../../state/position/location.ts';
import { listening } from '../../../state/walk/listening.ts';
import { findSilence, type Silence } from '../../../state/walk/nearby/silence.ts';
import { printName } from '../../../words/untitled.ts';
import { describeSilence, isUnanswered } from './silence-words.ts';
import { useSettled } from './use-settled.ts';

/** A reason is said once it has stood for so long: between two stories there are some that pass. */
const SILENCE_SETTLE_MS = 1500;
/** Without a position for this long, the person is told that the parcours can be heard without one. */
const NO_ANSWER_MS = 10_000;

/** Whether it is looked for, or was lost, it is the same to who waits. */
const UNANSWERED = 'unanswered';

/** What is said of a silence. */
export interface SilenceNote {
  readonly silence: Silence;
  readonly words: string;
  /** Of the place where the walker is. */
  readonly name: string;
  /** The player shows that place. */
  readonly isInPlayer: boolean;
  /** The same for the same reason at the same place. */
  readonly key: string;
}

/** Why nothing plays on a walk; null where something does, where it is said elsewhere, and outside a walk. */
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
