import { FileAudio, Mic } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { deviceStorage } from '../drops/device-storage.ts';
import { dropStrings } from '../drops/drop-words.ts';
import { memoryStrings } from '../drops/memory-words.ts';
import { ACCEPTED_ENDINGS, mayBeAudio, OFFERED_AUDIO } from '../platform/audio/accepted-audio.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { FileDrop, type FileDropState } from '../ui/file-drop.tsx';
import { Notice } from '../ui/notice.tsx';
import { editorStrings } from './editor-words.ts';
import { recordForPlace, sendFile } from './place-audio.ts';
import styles from './place-editor.module.css';
import { askFirst, showEditorError } from './place-editor.ts';

/** The sources of audio: the microphone, or a file. Replacing existing audio needs a confirmation. */
export function AudioSources({ hasAudio }: { readonly hasAudio: boolean }) {
  const words = editorStrings;
  const { user } = useSnapshot(session);
  const { isLasting } = useSnapshot(deviceStorage);
  const replaceFirst = (go: () => void): void => (hasAudio ? askFirst('replace', go) : go());
  return (
    <div className={styles.sources}>
      {!isLasting && (
        <Notice>
          {memoryStrings.notice} {memoryStrings.limits}
        </Notice>
      )}
      <Button
        variant="secondary"
        icon={<Mic size={18} aria-hidden />}
        disabled={user === null}
        onClick={() => replaceFirst(() => void recordForPlace())}
      >
        {words.record}
      </Button>
      <FileDrop
        offered={OFFERED_AUDIO}
        mayTake={mayBeAudio}
        typeWords={dropStrings.typeMustBe(ACCEPTED_ENDINGS)}
        label={words.upload}
        onFile={(file) => replaceFirst(() => void sendFile(file))}
        onRefused={showEditorError}
      >
        {(state) => (
          <span className={styles.dropWords}>
            <FileAudio size={20} aria-hidden />
            {wordsForDrop(state)}
          </span>
        )}
      </FileDrop>
    </div>
  );
}

function wordsForDrop(state: FileDropState): string {
  const words = editorStrings;
  if (state === 'reject') return words.dropRefused;
  if (state === 'accept' || state === 'active') return words.dropNow;
  return state === 'choosing' ? words.choosing : words.upload;
}
