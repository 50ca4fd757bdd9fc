import { Download, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { writeWebVtt } from '../../../contracts/web-vtt.ts';
import { runInSlices } from '../../platform/page/time-slices.ts';
import { inScope } from '../../platform/scope.ts';
import { saveFile } from '../../platform/storage/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import type { Cues } from './cue-edits.ts';
import styles from './transcript.module.css';
import { type DrawnSound, type ReadTranscript, readTranscriptFile } from './transcript-file.ts';
import { transcriptStrings as words } from './transcript-words.ts';

/** Types and endings that the system's dialog offers. Some systems know neither VTT nor SRT. */
const OFFERED = '.vtt,.srt,.txt,text/vtt,text/plain,application/x-subrip';

/** What came of a file. */
export type ImportResult = ReadTranscript | { readonly refusal: 'unreadable' | 'several' };

/** Imports a transcript from a file: its content, not its name, tells what it is. */
export function ImportButton({
  sound,
  onResult,
}: {
  readonly sound: DrawnSound | null;
  readonly onResult: (result: ImportResult) => void;
}) {
  const [isReading, setReading] = useState(false);
  const shown = useRef<AbortSignal | null>(null);
  useEffect(
    () =>
      inScope((scope) => {
        shown.current = scope.signal();
      }),
    [],
  );
  const read = async (file: File): Promise<void> => {
    const signal = shown.current ?? AbortSignal.abort();
    setReading(true);
    const result = await readFile(file, sound, signal).catch(() => ({ refusal: 'unreadable' }) as const);
    // The editor has gone meanwhile, and what it showed is another's.
    if (signal.aborted) return;
    setReading(false);
    onResult(result);
  };
  return (
    <FileDrop
      compact
      offered={OFFERED}
      mayTake={() => true}
      typeWords={words.refused.not_text}
      label={words.importFile}
      disabled={isReading}
      onFile={(file) => void read(file)}
      onRefused={() => onResult({ refusal: 'several' })}
    >
      {() => (
        <span className={styles.importWords}>
          <Upload size={18} aria-hidden />
          {isReading ? words.importing : words.importFile}
        </span>
      )}
    </FileDrop>
  );
}

/** @throws if the file can't be read; the signal's reason */
async function readFile(file: File, sound: DrawnSound | null, signal: AbortSignal): Promise<ReadTranscript> {
  return await runInSlices(readTranscriptFile(new Uint8Array(await file.arrayBuffer()), sound), signal);
}

/** Downloads the cues as a WebVTT file. */
export function ExportButton({ cues, fileName }: { readonly cues: Cues; readonly fileName: string }) {
  return (
    <Button
      variant="quiet"
      icon={<Download size={18} aria-hidden />}
      disabled={cues.length === 0}
      onClick={() => saveFile(new File([writeWebVtt(cues)], `${fileName}.vtt`, { type: 'text/vtt' }))}
    >
      {words.exportFile}
    </Button>
  );
}
