import { History, Mic, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { location } from '../../position/location.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/message.tsx';
import { wordsForRecorderFault } from '../drop-fault-words.ts';
import { recorderCard } from '../drop-mode.ts';
import { outbox } from '../drop-services.ts';
import { useIsDropOffered } from '../drop-tool.tsx';
import { FillCard, type RenderReport } from '../fill/fill-card.tsx';
import { RecordCard } from './record-card.tsx';
import styles from './record-tool.module.css';
import { recordStrings } from './record-words.ts';
import { dismissRecorderFault, recorder } from './recorder.ts';
import { RecordingBar } from './recording-bar.tsx';
import { recordings } from './recordings.ts';
import { TakeSheet } from './take-sheet.tsx';
import { firstLeft, openLeft, recordHere, takes } from './takes.ts';

/** The map's recording tool: its button, the running recording, recordings found on the device, and the popup. */
export function RecordTool({
  isAway,
  isForEditor,
  renderReport,
}: {
  /** Whether the map is being aimed or edited, and shows nothing else. */
  readonly isAway: boolean;
  /** Whether the running recording is for the place being edited, whose editor shows it. */
  readonly isForEditor: boolean;
  readonly renderReport?: RenderReport;
}) {
  const { user } = useSnapshot(session);
  const { phase } = useSnapshot(recorder);
  const { open } = useSnapshot(takes);
  const { isOpen: isCardOpen } = useSnapshot(recorderCard);
  const isOffered = useIsDropOffered();
  if (user === null || user.role === 'guest') return null;
  const isFree = open === null && !isAway;
  return (
    <>
      {isFree && phase === 'idle' && <FillCard renderReport={renderReport} />}
      {isFree && phase === 'idle' && isOffered && (isCardOpen ? <RecordCard /> : <RecordButton />)}
      {isFree && phase === 'idle' && <FoundButton userId={user.id} />}
      {phase !== 'idle' && !isForEditor && <RecordingBar />}
      {isFree && <RecorderFault />}
      {open !== null && <TakeSheet key={open.take.id} open={open} />}
    </>
  );
}

/** Starts a recording at the person's position; disabled while the position is unknown. */
function RecordButton() {
  const { fix } = useSnapshot(location);
  return (
    <IconButton
      variant="accent"
      className={styles.button}
      label={fix === null ? recordStrings.startUnplaced : recordStrings.start}
      icon={<Mic size={22} aria-hidden />}
      disabled={fix === null}
      onClick={recordHere}
    />
  );
}

/** Opens the oldest unsaved recording, if there is one. */
function FoundButton({ userId }: { readonly userId: UserId }) {
  const { found } = useSnapshot(recordings);
  const { isReady, items } = useSnapshot(outbox);
  const left = isReady ? firstLeft(found, items, userId) : null;
  if (left === null) return null;
  return (
    <Button
      variant="secondary"
      icon={<History size={20} aria-hidden />}
      className={styles.found}
      onClick={() => openLeft(left)}
    >
      {recordStrings.found}
    </Button>
  );
}

/** Shows why a recording could not start, or ended by itself, until it is dismissed. */
function RecorderFault() {
  const { fault } = useSnapshot(recorder);
  if (fault === null) return null;
  const dismiss = (
    <IconButton label={strings.app.dismiss} icon={<X size={18} aria-hidden />} onClick={dismissRecorderFault} />
  );
  return (
    <div className={styles.fault}>
      <Alert action={dismiss}>{wordsForRecorderFault(fault)}</Alert>
    </div>
  );
}
