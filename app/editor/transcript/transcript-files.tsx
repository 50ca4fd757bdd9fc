import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { writeWebVtt } from '../../../contracts/web-vtt.ts';
import { saveFile } from '../../platform/storage/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import type { Cues } from './cue-edits.ts';
import { findPauses } from './spread-text.ts';
import styles from './transcript.module.css';
import { readTranscriptFile, type TranscriptRefusal } from './transcript-file.ts';
import { transcriptStrings as words } from './transcript-words.ts';

/** Types and endings that the system's dialog offers. Some systems know neither VTT nor SRT. */
const OFFERED = '.vtt,.srt,.txt,text/vtt,text/plain,application/x-subrip';

/** A waveform, and how long its sound is. */
export interface DrawnSound {
  /** One array per channel, with numbers from -1 to 1, evenly over the whole sound. */
  readonly peaks: readonly Float32Array[];
  readonly durationS: number;
}

/** What came of a file. */
export type ImportResult =
  | { readonly cues: Cues; readonly leftCount: number }
  | { readonly refusal: TranscriptRefusal | 'unreadable' | 'several' };

/** Imports a transcript from a file: its content, not its name, tells what it is. */
export function ImportButton({
  sound,
  onResult,
}: {
  readonly sound: DrawnSound | null;
  readonly onResult: (result: ImportResult) => void;
}) {
  const [isReading, setReading] = useState(false);
  const read = async (file: File): Promise<void> => {
    setReading(true);
    try {
      onResult(readFile(new Uint8Array(await file.arrayBuffer()), sound));
    } catch {
      onResult({ refusal: 'unreadable' });
    } finally {
      setReading(false);
    }
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

function readFile(bytes: Uint8Array, sound: DrawnSound | null): ImportResult {
  const [channel] = sound?.peaks ?? [];
  const durationMs = Math.round((sound?.durationS ?? 0) * 1000);
  const spoken = channel === undefined ? null : { durationMs, pauses: findPauses(channel, durationMs) };
  const result = readTranscriptFile(bytes, spoken);
  return 'refusal' in result ? result : { cues: result.cues, leftCount: result.brokenCount };
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
