import { type WritingHandle, writeWhole } from '../files/write-whole.ts';
import { frameBytes, type PcmFormat, readHeader, WAV_HEADER_BYTES, wavHeader } from './wav-header.ts';

/** The part of a `FileSystemSyncAccessHandle` that is used here. */
export interface FileHandle extends WritingHandle {
  read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  getSize(): number;
  truncate(sizeBytes: number): void;
  flush(): void;
  close(): void;
}

/** A WAV that grows while it is recorded. */
export interface WavWriter {
  /** Seconds written so far. */
  readonly durationS: number;
  /**
   * Appends samples, and at least once for each second of them brings the header up to date and the file to the disk.
   *
   * @throws what the file throws where the disk is full; what was written before stays
   */
  append(samples: Int16Array<ArrayBuffer>): void;
  /** The same for what is left, and gives the file back. Calling it again does nothing. */
  close(): void;
}

/** Starts a WAV in an empty file, which is the writer's from now on. */
export function createWavWriter(file: FileHandle, format: PcmFormat): WavWriter {
  const bytesPerSecond = format.sampleRateHz * frameBytes(format);
  let dataBytes = 0;
  let flushedBytes = 0;
  let isOpen = true;

  function flush(): void {
    writeWhole(file, wavHeader(format, dataBytes), 0);
    file.flush();
    flushedBytes = dataBytes;
  }

  flush();
  return {
    get durationS() {
      return dataBytes / bytesPerSecond;
    },
    append(samples) {
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      writeWhole(file, bytes, WAV_HEADER_BYTES + dataBytes);
      dataBytes += bytes.length;
      if (dataBytes - flushedBytes >= bytesPerSecond / 2) flush();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      try {
        // Half of what a full disk had no room for may stand at the end.
        mendWav(file);
        file.flush();
      } finally {
        file.close();
      }
    },
  };
}

/**
 * Makes a recording whole that was cut off at any moment: the header says what is really there, and half a frame at the
 * end goes.
 *
 * @returns its length in seconds; 0 where nothing of it can be used.
 */
export function mendWav(file: FileHandle): number {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const format = readHeader(header.subarray(0, file.read(header, { at: 0 })));
  if (format === null) return 0;
  const sizeBytes = file.getSize();
  const dataBytes = sizeBytes - WAV_HEADER_BYTES - ((sizeBytes - WAV_HEADER_BYTES) % frameBytes(format));
  const whole = wavHeader(format, dataBytes);
  // One that is whole stays untouched: whoever reads it as a Blob could not go on, and it would no longer be as old as it is.
  if (sizeBytes !== WAV_HEADER_BYTES + dataBytes || !isSame(whole, header)) {
    file.truncate(WAV_HEADER_BYTES + dataBytes);
    writeWhole(file, whole, 0);
    file.flush();
  }
  return dataBytes / frameBytes(format) / format.sampleRateHz;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
