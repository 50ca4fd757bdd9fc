import { writeWhole } from '../files/write-whole.ts';
import type { FfmpegDevice } from './ffmpeg-core.ts';
import { seek } from './seek.ts';

/** Bytes collected before they are written: ffmpeg writes a few kilobytes at a time. */
const PIECE_BYTES = 1024 * 1024;

/** The part of `FileSystemSyncAccessHandle` that is used here. */
export type WritableFile = Pick<FileSystemSyncAccessHandle, 'write' | 'close'>;

/** An output file of ffmpeg on the device. */
export interface FileSink extends FfmpegDevice {
  /**
   * Writes pending bytes and closes the file, without waiting for the disk: after a crash, the file is converted again.
   * The sink must not be written to afterwards. Not named `close`, which Emscripten would call when ffmpeg closes its
   * end.
   */
  finish(): void;
}

/**
 * Makes a file on the device ffmpeg's output: an hour of stereo, 635 MB, then needs one piece of memory.
 *
 * @param file empty; owned by the sink from now on.
 * @param pieceBytes size of a piece; only tests need another than the default.
 * @returns a sink whose `write` throws a QuotaExceededError if the device is full.
 */
export function createFileSink(file: WritableFile, pieceBytes: number = PIECE_BYTES): FileSink {
  const piece = new Uint8Array(pieceBytes);
  let writtenBytes = 0;
  let pendingBytes = 0;

  function writePending(): void {
    if (pendingBytes > 0) writeWhole(file, piece.subarray(0, pendingBytes), writtenBytes);
    writtenBytes += pendingBytes;
    pendingBytes = 0;
  }

  return {
    llseek: (stream, offset, whence) => seek(stream, offset, whence, writtenBytes + pendingBytes),

    write(_stream, heap, offset, length, position) {
      const bytes = new Uint8Array(heap.buffer as ArrayBuffer, heap.byteOffset + offset, length);
      if (position !== writtenBytes + pendingBytes || length > pieceBytes) {
        // The muxer updates its header, or the bytes fill a piece by themselves.
        writePending();
        writeWhole(file, bytes, position);
        writtenBytes = Math.max(writtenBytes, position + length);
        return length;
      }
      if (pendingBytes + length > pieceBytes) writePending();
      piece.set(bytes, pendingBytes);
      pendingBytes += length;
      return length;
    },

    finish() {
      try {
        writePending();
      } finally {
        file.close();
      }
    },
  };
}
