import { frameBytes, type PcmFormat, readHeader, WAV_HEADER_BYTES, wavHeader } from '../../audio-wasm/wav-header.ts';
import { type FileHandle, writeWhole } from '../files/private-folder.ts';

/** Writes a WAV while it is recorded. */
export interface WavWriter {
  readonly durationS: number;
  /**
   * Appends samples, and flushes each half second.
   *
   * @throws what the file throws if the disk is full; earlier samples stay
   */
  append(samples: Int16Array<ArrayBuffer>): void;
  /** Updates the header, flushes and closes the file. Further calls do nothing. */
  close(): void;
}

/** Starts a WAV in an empty file, which the writer owns from now on. */
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
        // A full disk may leave a partial frame at the end.
        repairWav(file);
        file.flush();
      } finally {
        file.close();
      }
    },
  };
}

/**
 * Repairs an interrupted recording: the sizes in the header, a partial frame at the end. Returns its duration in
 * seconds; 0 if it has no valid header.
 */
export function repairWav(file: FileHandle): number {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const format = readHeader(header.subarray(0, file.read(header, { at: 0 })));
  if (format === null) return 0;
  const sizeBytes = file.getSize();
  const dataBytes = sizeBytes - WAV_HEADER_BYTES - ((sizeBytes - WAV_HEADER_BYTES) % frameBytes(format));
  const whole = wavHeader(format, dataBytes);
  // A correct file is not written: that would invalidate Blobs of it and change its modification time.
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
