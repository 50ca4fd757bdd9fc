import { Crosshair, Headphones, Play, QrCode } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { codeStrings } from '../../codes/code-words.ts';
import { showCodeSheet } from '../../codes/codes.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { Scope } from '../../platform/scope.ts';
import { improveAccuracy, location } from '../../position/location.ts';
import { locationStrings } from '../../position/location-words.ts';
import { picked } from '../../tellings/picked.ts';
import { Button } from '../../ui/button.tsx';
import { listening, playPlace, resumeStory, switchAutoplay } from '../listening.ts';
import { unfinishedStrings, walkStrings } from '../walk-words.ts';
import { listenFromHere } from './from-here.ts';
import { nearbyStrings } from './nearby-words.ts';
import styles from './note.module.css';
import { Note } from './note-cards.tsx';
import { findSilence, type PositionSilence, type Silence } from './silence-reason.ts';

/** Shows why nothing plays, and what the walker can do. */
export function SilenceLine({ note, onDismiss }: { readonly note: SilenceNote; readonly onDismiss: () => void }) {
  const { accuracy } = useSnapshot(location);
  const { list } = useSnapshot(picked);
  const isLost = note.silence.why === 'vague' || isUnanswered(note.silence);
  const hasStories = list.some(({ media }) => media !== null);
  return (
    <Note
      label={nearbyStrings.label}
      act={remedy(note, accuracy === 'low')}
      acts={
        isLost && hasStories ? (
          <>
            <Button
              variant="secondary"
              icon={<QrCode size={18} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => showCodeSheet(true)}
            >
              {codeStrings.open}
            </Button>
            <Button icon={<Headphones size={18} aria-hidden />} onClick={listenFromHere}>
              {nearbyStrings.listenFromHere}
            </Button>
          </>
        ) : undefined
      }
      onDismiss={onDismiss}
    >
      <p className={styles.text}>{note.words}</p>
    </Note>
  );
}

function remedy({ silence, name, isInPlayer }: SilenceNote, canImprove: boolean): ReactNode {
  switch (silence.why) {
    case 'vague':
      return canImprove ? (
        <Button
          variant="quiet"
          className={styles.act}
          icon={<Crosshair size={18} aria-hidden />}
          onClick={improveAccuracy}
        >
          {locationStrings.improve}
        </Button>
      ) : null;
    case 'autoplay-off':
      return (
        <Button
          variant="quiet"
          className={styles.act}
          aria-label={nearbyStrings.switchAutoplayOnLong}
          onClick={() => switchAutoplay(true)}
        >
          {nearbyStrings.switchAutoplayOn}
        </Button>
      );
    case 'begun':
      return (
        <Button
          variant="quiet"
          className={styles.act}
          icon={<Play size={18} aria-hidden />}
          aria-label={unfinishedStrings.resume(name)}
          onClick={() => resumeStory(silence.placeId)}
        >
          {nearbyStrings.resume}
        </Button>
      );
    case 'heard':
    case 'paused':
    case 'not-close':
      // The player's own button resumes a pause where it began.
      return silence.why === 'paused' && isInPlayer ? null : (
        <Button
          variant="quiet"
          className={styles.act}
          icon={<Play size={18} aria-hidden />}
          aria-label={nearbyStrings.listenTo(name)}
          onClick={() => playPlace(silence.placeId)}
        >
          {nearbyStrings.listen}
        </Button>
      );
    default:
      return null;
  }
}

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
  const { list } = useSnapshot(picked);
  const silence = findSilence({ walk, audio, lookupFailed, fix, status });
  const placeId = silence !== null && 'placeId' in silence ? silence.placeId : null;
  const name = formatPlaceName(list.find(({ id }) => id === placeId)?.appelation ?? '');
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

/** Returns the message of the walk's own controls. */
export function describePosition(silence: PositionSilence | null): string {
  switch (silence) {
    case 'lookup-failed':
      return walkStrings.lookupFailed;
    case 'searching':
      return locationStrings.requesting;
    case 'no-position':
      return walkStrings.noPosition;
    case 'nowhere':
      return walkStrings.walkingNowhere;
    case null:
      return walkStrings.walking;
  }
}

/** Whether no position has arrived. */
export function isUnanswered({ why }: Silence): boolean {
  return why === 'searching' || why === 'no-position';
}

/**
 * Returns the message of a silence for its own line; null if the player or the walk's controls show it.
 *
 * @param name of the walker's place
 * @param isInPlayer the player shows that place
 */
export function describeSilence(silence: Silence, name: string, isInPlayer: boolean): string | null {
  switch (silence.why) {
    case 'vague':
      return nearbyStrings.vague(silence.accuracyM);
    case 'searching':
    case 'no-position':
      return nearbyStrings.noAnswer;
    case 'no-audio':
      return isInPlayer ? null : nearbyStrings.noAudio(name);
    case 'autoplay-off':
      return nearbyStrings.autoplayOff;
    case 'begun':
      return isInPlayer ? null : nearbyStrings.begunOther(name);
    case 'paused':
      return nearbyStrings.paused;
    case 'heard':
      return isInPlayer ? null : nearbyStrings.heardOther(name);
    case 'not-close':
      return nearbyStrings.notClose(name);
    default:
      return null;
  }
}

/** Whether `key` has been the same, and not null, for `delayMs`. */
export function useSettled(key: string | null, delayMs: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    const scope = new Scope();
    scope.timeout(() => setSettled(key), delayMs);
    scope.add(() => setSettled(null));
    return () => scope.dispose();
  }, [key, delayMs]);
  return key !== null && settled === key;
}
