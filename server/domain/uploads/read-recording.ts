import {
  CONFORMING_WAV,
  isConformingWav,
  readWavFormat,
  type WavFormat,
  WavFormatError,
} from '../../../audio-wasm/wav.ts';
import { hashFile, type MediaName, viewFile } from '../../store/files.ts';
import { AppError } from '../app-error.ts';

/** A received recording that may be stored. */
export interface ReceivedRecording {
  readonly name: MediaName;
  readonly sizeBytes: number;
  readonly durationS: number;
}

/**
 * Checks and hashes a received file. Only one audio format is stored, so that everything that reads it later (players,
 * peaks) can rely on it.
 *
 * @param claimedBytes the size that the upload stated.
 * @throws AppError `invalid_audio`.
 */
export async function readRecording(path: string, claimedBytes: number): Promise<ReceivedRecording> {
  const file = await viewFile(path);
  const sizeBytes = file.size;
  if (sizeBytes !== claimedBytes) {
    throw new AppError('invalid_audio', `Expected ${claimedBytes} bytes of audio, as 'size' says, got ${sizeBytes}`);
  }
  const format = await readFormat(file);
  if (!format.isWhole) {
    throw new AppError(
      'invalid_audio',
      `Expected a WAV header that matches the file's ${sizeBytes} bytes, got other sizes`,
    );
  }
  if (format.otherBytes > CONFORMING_WAV.otherBytesMax) {
    throw new AppError(
      'invalid_audio',
      `Expected at most ${CONFORMING_WAV.otherBytesMax} bytes beside the samples, got ${format.otherBytes}`,
    );
  }
  if (!isConformingWav(format)) {
    throw new AppError(
      'invalid_audio',
      `Expected 16-bit PCM at 44100 Hz with 1 or 2 channels, got ${format.bitsPerSample}-bit samples of format ` +
        `${format.audioFormat} at ${format.sampleRateHz} Hz with ${format.channels} channels`,
    );
  }
  if (format.frames === 0) throw new AppError('invalid_audio', 'Expected at least one audio sample, got none');
  return { name: { sha256: await hashFile(path), extension: 'wav' }, sizeBytes, durationS: format.durationS };
}

async function readFormat(file: Blob): Promise<WavFormat> {
  try {
    return await readWavFormat(file);
  } catch (cause) {
    if (cause instanceof WavFormatError) throw new AppError('invalid_audio', cause.message, { cause });
    throw cause;
  }
}
