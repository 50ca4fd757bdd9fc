import { writeWhole } from '../files/write-whole.ts';
import type { FfmpegDevice } from './ffmpeg-core.ts';

/** Bytes gathered before they are written: ffmpeg writes a few kilobytes at a time. */
const PIECE_BYTES = 1024 * 1024;

const SEEK_CURRENT = 1;
const SEEK_END = 2;

/** The part of a `FileSystemSyncAccessHandle` that is used here. */
export type WritableFile = Pick<FileSystemSyncAccessHandle, 'write' | 'flush' | 'close'>;

/** A file of the device that ffmpeg writes. */
export interface FileSink extends FfmpegDevice {
  /**
   * Writes what is left and gives the file back. The sink must not be written to afterwards. Not named `close`, which
   * Emscripten would call when ffmpeg closes its end.
   */
  finish(): void;
}

/**
 * Makes a file of the device ffmpeg's output: an hour of stereo, 635 MB, then takes one piece of memory.
 *
 * @param file empty, and the sink's from now on.
 * @param pieceBytes size of a piece in bytes; only tests need another than the default.
 * @returns a sink whose `write` throws a QuotaExceededError where the device is full.
 */
export function createFileSink(file: WritableFile, pieceBytes: number = PIECE_BYTES): FileSink {
  const piece = new Uint8Array(pieceBytes);
  let writtenBytes = 0;
  let waitingBytes = 0;

  function writeWaiting(): void {
    if (waitingBytes > 0) writeWhole(file, piece.subarray(0, waitingBytes), writtenBytes);
    writtenBytes += waitingBytes;
    waitingBytes = 0;
  }

  return {
    llseek(stream, offset, whence) {
      if (whence === SEEK_CURRENT) return stream.position + offset;
      return whence === SEEK_END ? writtenBytes + waitingBytes + offset : offset;
    },

    write(_stream, heap, offset, length, position) {
      const bytes = new Uint8Array(heap.buffer as ArrayBuffer, heap.byteOffset + offset, length);
      if (position !== writtenBytes + waitingBytes || length > pieceBytes) {
        // The muxer goes back to its header, or what comes is a piece by itself.
        writeWaiting();
        writeWhole(file, bytes, position);
        writtenBytes = Math.max(writtenBytes, position + length);
        return length;
      }
      if (waitingBytes + length > pieceBytes) writeWaiting();
      piece.set(bytes, waitingBytes);
      waitingBytes += length;
      return length;
    },

    finish() {
      try {
        writeWaiting();
        file.flush();
      } finally {
        file.close();
      }
    },
  };
}
