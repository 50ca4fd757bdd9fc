import { useSnapshot } from 'valtio';
import { session } from '../../session/session.ts';
import { takes } from '../composer/takes.ts';
import { recorderCard } from '../recorder-card.ts';
import { useIsDropOffered } from '../use-is-drop-offered.ts';
import { FoundButton } from './found-button.tsx';
import { RecordButton } from './record-button.tsx';
import { RecordCard } from './record-card.tsx';
import { recorder } from './recorder.ts';
import { RecorderFault } from './recorder-fault.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { TakeSheet } from './take-sheet.tsx';

/** The map's recording tool: its button, the running recording, recordings found on the device, and the popup. */
export function RecordTool({
  isAway,
  isForEditor,
}: {
  /** Whether the map is being aimed or edited, and shows nothing else. */
  readonly isAway: boolean;
  /** Whether the running recording is for the place being edited, whose editor shows it. */
  readonly isForEditor: boolean;
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
      {isFree && phase === 'idle' && isOffered && (isCardOpen ? <RecordCard /> : <RecordButton />)}
      {isFree && phase === 'idle' && <FoundButton userId={user.id} />}
      {phase !== 'idle' && !isForEditor && <RecordingBar />}
      {isFree && <RecorderFault />}
      {open !== null && <TakeSheet key={open.take.id} open={open} />}
    </>
  );
}
