import { History, Mic, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { UserId } from '../../../../contracts/vocabulary.ts';
import { firstLeft, openLeft, recordHere, takes } from '../../../state/drops/composer/takes.ts';
import { outbox } from '../../../state/drops/own-drops.ts';
import { dismissRecorderFault, recorder } from '../../../state/drops/recording/recorder.ts';
import { recordings } from '../../../state/drops/recording/recordings.ts';
import { location } from '../../../state/position/location.ts';
import { session } from '../../../state/session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { strings } from '../../../words/strings.ts';
import { useIsDropOffered } from '../use-is-drop-offered.ts';
import styles from './record-tool.module.css';
import { RecordingBar } from './recording-bar.tsx';
import { TakeSheet } from './take-sheet.tsx';

interface RecordToolProps {
  /** The map is being aimed or edited, and shows nothing else. */
  readonly isAway: boolean;
  /** The recording that runs is for the place that is being edited, which shows it. */
  readonly isForEditor: boolean;
}

/** The microphone of the map: its button, the recording that runs, what was found on the device, and the popup. */
export function RecordTool(props: RecordToolProps) {
  const { user } = useSnapshot(session);
  if (user === null || user.role === 'guest') return null;
  return <Microphone userId={user.id} {...props} />;
}

function Microphone({ userId, isAway, isForEditor }: RecordToolProps & { readonly userId: UserId }) {
  const { phase, fault } = useSnapshot(recorder);
  const { found } = useSnapshot(recordings);
  const { isReady, items } = useSnapshot(outbox);
  const { open } = useSnapshot(takes);
  const isOffered = useIsDropOffered();
  const left = isReady ? firstLeft(found, items, userId) : null;
  const isFree = phase === 'idle' && open === null && !isAway;

  return (
    <>
      {isFree && isOffered && <RecordButton />}
      {isFree && left !== null && (
        <Button
          variant="secondary"
          icon={<History size={20} aria-hidden />}
          className={styles.found}
          onClick={() => openLeft(left)}
        >
          {strings.record.found}
        </Button>
      )}
      {phase !== 'idle' && !isForEditor && <RecordingBar />}
      {fault !== null && open === null && !isAway && (
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
      {open !== null && <TakeSheet key={open.take.id} open={open} />}
    </>
  );
}

function RecordButton() {
  const { fix } = useSnapshot(location);
  return (
    <IconButton
      variant="accent"
      className={styles.button}
      label={fix === null ? strings.record.startUnplaced : strings.record.start}
      icon={<Mic size={22} aria-hidden />}
      disabled={fix === null}
      onClick={recordHere}
    />
  );
}
