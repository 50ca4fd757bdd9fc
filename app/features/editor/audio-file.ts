import type { Transcoder } from '../../../workers/client/transcode-client.ts';
import { editorStrings } from '../../words/editor.ts';
import { strings } from '../../words/strings.ts';

/** A file, and the WAV made of it. */
export interface PreparedFile {
  readonly file: File;
  /** 16-bit PCM WAV at 44.1 kHz. */
  readonly wav: Blob;
  readonly durationS: number;
}

/**
 * Converts a file before a place is made for it, so that one which is no audio makes none.
 *
 * @throws {Error} 'No file received' without one, 'Missing file or audio length.' where there is nothing to be heard; as
 * `Transcoder.transcode` does.
 */
export async function readAudioFile(
  transcoder: Pick<Transcoder, 'transcode'>,
  file: File | undefined,
  signal: AbortSignal,
  onProgress: (share: number, remainingS: number | null) => void,
): Promise<PreparedFile> {
  if (file === undefined || file.size === 0) throw new Error(editorStrings.noFile);
  const { wav, durationS } = await transcoder.transcode(file, {
    signal,
    onProgress: ({ fraction, remainingS }) => onProgress(fraction, remainingS),
  });
  if (wav.size === 0 || durationS === 0) throw new Error(strings.drops.missing);
  return { file, wav, durationS };
}
