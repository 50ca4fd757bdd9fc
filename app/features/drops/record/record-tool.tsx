import { History, Mic, Pause, Square, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { UserId } from '../../../../contracts/vocabulary.ts';
import { printTime } from '../../../platform/page/time.ts';
import type { RecordingNote } from '../../../platform/storage/recording-note.ts';
import { outbox } from '../../../state/drops/outbox-box.ts';
import {
  dismissRecorderFault,
  noteOf,
  pauseRecording,
  record,
  recorder,
  resumeRecording,
  stopRecording,
} from '../../../state/drops/recorder.ts';
import { location } from '../../../state/position/location.ts';
import { session } from '../../../state/session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { strings } from '../../../words/strings.ts';
import { readHere } from '../here.ts';
import { useIsDropOffered } from '../use-is-drop-offered.ts';
import { LevelMeter } from './level-meter.tsx';
import styles from './record-tool.module.css';
import { TakeSheet } from './take-sheet.tsx';
import type { Take } from './use-take.ts';

/** The microphone of the map: its button, the recording that runs, what was found on the device, and the popup. */
export function RecordTool({
  isAway,
}: {
  /** The map is being aimed, and shows nothing else. */ readonly isAway: boolean;
}) {
  const { user } = useSnapshot(session);
  if (user === null || user.role === 'guest') return null;
  return <Microphone userId={user.id} isAway={isAway} />;
}

function Microphone({ userId, isAway }: { readonly userId: UserId; readonly isAway: boolean }) {
  const { phase, fault, endedId } = useSnapshot(recorder);
  const first = useFirstLeft(userId);
  const isOffered = useIsDropOffered();
  const [opened, setOpened] = useState<Take | null>(null);
  const take = useTakeOf(endedId, userId) ?? opened;
  const isFree = phase === 'idle' && take === null;

  const begin = (): void => {
    const destination = readHere();
    if (destination !== null) void record(userId, destination);
  };

  return (
    <>
      {isFree && isOffered && !isAway && <RecordButton onPress={begin} />}
      {isFree && first !== null && !isAway && (
        <Button
          variant="secondary"
          icon={<History size={20} aria-hidden />}
          className={styles.found}
          onClick={() => setOpened(first)}
        >
          {strings.record.found}
        </Button>
      )}
      {phase !== 'idle' && <RecordingBar />}
      {fault !== null && take === null && !isAway && (
        <div className={styles.fault}>
          <Alert
            action={
              <IconButton
                label={strings.app.dismiss}
                icon={<X size={18} aria-hidden />}
                onClick={dismissRecorderFault}
              />
            }
          >
            {fault}
          </Alert>
        </div>
      )}
      {take !== null && <TakeSheet key={take.id} take={take} onClosed={() => setOpened(null)} onRedo={begin} />}
    </>
  );
}

function RecordButton({ onPress }: { readonly onPress: () => void }) {
  const { fix } = useSnapshot(location);
  return (
    <IconButton
      variant="accent"
      className={styles.button}
      label={fix === null ? strings.record.startUnplaced : strings.record.start}
      icon={<Mic size={22} aria-hidden />}
      disabled={fix === null}
      onClick={onPress}
    />
  );
}

/** The recording that runs: how long, how loud, pause and stop. */
export function RecordingBar() {
  const { phase, seconds, isInterrupted, sessionFault } = useSnapshot(recorder);
  const words = strings.record;
  const stop = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone, and its focus with it.
  useEffect(() => {
    if (phase === 'recording') stop.current?.focus();
  }, [phase]);
  if (phase === 'starting' || phase === 'stopping') {
    return (
      <div className={styles.bar}>
        <Spinner label={phase === 'starting' ? words.starting : words.preparing} />
        <span>{phase === 'starting' ? words.starting : words.preparing}</span>
      </div>
    );
  }
  const isPaused = phase === 'paused';
  return (
    <section className={styles.bar} aria-label={isPaused ? words.pausedState : words.recording}>
      <div className={styles.row}>
        <span className={classNames(styles.light, !isPaused && !isInterrupted && styles.lit)} aria-hidden />
        <span className={styles.time} role="timer">
          {printTime(seconds)}
        </span>
        <LevelMeter />
        <IconButton
          label={isPaused ? words.resume : words.pause}
          icon={isPaused ? <Mic size={20} aria-hidden /> : <Pause size={20} aria-hidden />}
          onClick={isPaused ? resumeRecording : pauseRecording}
        />
        <IconButton
          ref={stop}
          variant="accent"
          label={words.stop}
          icon={<Square size={18} fill="currentcolor" aria-hidden />}
          onClick={() => void stopRecording()}
        />
      </div>
      {isInterrupted && <p role="status">{words.interrupted}</p>}
      {sessionFault !== null && <p role="status">{sessionFault}</p>}
    </section>
  );
}

/** The recording that has just ended, as one object for as long as it is the same one. */
function useTakeOf(id: string | null, userId: UserId): Take | null {
  const [take, setTake] = useState<Take | null>(null);
  if ((take?.id ?? null) === id) return take;
  const next = id === null ? null : takeOf(id, 'fresh', noteOf(id), userId);
  setTake(next);
  return next;
}

/** The oldest recording that nobody has saved: left by a crash, or put aside. */
function useFirstLeft(userId: UserId): Take | null {
  const { found } = useSnapshot(recorder);
  const { isReady, items } = useSnapshot(outbox);
  if (!isReady) return null;
  const [left] = found;
  if (left !== undefined) return takeOf(left.id, 'found', left.note, userId);
  const draft = items.find(({ isDraft, recordingId }) => isDraft && recordingId !== null);
  if (draft === undefined || draft.recordingId === null) return null;
  const { id: itemId, recordingId: id, title, keptAtMs: atMs } = draft;
  return { id, origin: 'kept', itemId, title, atMs, userId, destination: null, note: null };
}

function takeOf(id: string, origin: 'fresh' | 'found', note: RecordingNote | null, userId: UserId): Take {
  const destination = note === null ? null : { mapId: note.mapId, position: note.position };
  return {
    id,
    origin,
    itemId: null,
    title: note?.title ?? '',
    atMs: note?.startedAtMs ?? null,
    userId,
    destination,
    note,
  };
}
