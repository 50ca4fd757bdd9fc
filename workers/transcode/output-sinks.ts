import { type FileHandle, writeWhole } from '../files/private-folder.ts';
import type { FfmpegDevice, FfmpegStream } from './ffmpeg-core.ts';

const SEEK_CURRENT = 1;
const SEEK_END = 2;

/** Returns the position after a seek in a file of `sizeBytes`; `whence` as in lseek(2). */
function seek(stream: FfmpegStream, offset: number, whence: number, sizeBytes: number): number {
  if (whence === SEEK_CURRENT) return stream.position + offset;
  return whence === SEEK_END ? sizeBytes + offset : offset;
}

/** Bytes collected before they are written: ffmpeg writes a few kilobytes at a time. */
const FILE_PIECE_BYTES = 1024 * 1024;

/** The part of a file that is used here. */
export type WritableFile = Pick<FileHandle, 'write' | 'close'>;

interface FileSink extends FfmpegDevice {
  /**
   * Writes pending bytes and closes the file, without waiting for the disk: after a crash, the file is converted again.
   * The sink must not be written to afterwards. Not named `close`, which Emscripten would call when ffmpeg closes its
   * end.
   */
  finish(): void;
}

/**
 * Makes an empty file, owned by the sink, ffmpeg's output: an hour of stereo, 635 MB, then needs one piece of memory.
 * `write` throws a QuotaExceededError if the device is full.
 */
export function createFileSink(file: WritableFile, pieceBytes: number = FILE_PIECE_BYTES): FileSink {
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

/** Bytes collected before they become a Blob, which the browser stores outside our memory, possibly on disk. */
const BLOB_PIECE_BYTES = 4 * 1024 * 1024;

/** An output file of ffmpeg that is never in memory as a whole. */
export interface BlobSink extends FfmpegDevice {
  /** Returns the written file. The sink must not be written to afterwards. */
  toBlob(type: string): Blob;
}

/**
 * Creates an output file that is written piece by piece; the muxer writes the sizes into the first one at the end.
 * Emscripten's own file copies its content as it grows: ten minutes of stereo take 2.4 s with it, 1.5 s with this.
 * `write` throws a QuotaExceededError beyond `maxBytes`.
 */
export function createBlobSink(maxBytes = Number.POSITIVE_INFINITY, pieceBytes: number = BLOB_PIECE_BYTES): BlobSink {
  const first = new Uint8Array(pieceBytes);
  let open = first;
  let openStart = 0;
  let sizeBytes = 0;
  const closed: Blob[] = [];

  function append(bytes: Uint8Array): void {
    let taken = 0;
    while (taken < bytes.length) {
      if (sizeBytes - openStart === pieceBytes) closePiece();
      const room = pieceBytes - (sizeBytes - openStart);
      const part = bytes.subarray(taken, taken + room);
      open.set(part, sizeBytes - openStart);
      taken += part.length;
      sizeBytes += part.length;
    }
  }

  function closePiece(): void {
    if (open === first) open = new Uint8Array(pieceBytes);
    else closed.push(new Blob([open as Uint8Array<ArrayBuffer>]));
    openStart = sizeBytes;
  }

  return {
    llseek: (stream, offset, whence) => seek(stream, offset, whence, sizeBytes),

    write(_stream, heap, offset, length, position) {
      const bytes = new Uint8Array(heap.buffer, heap.byteOffset + offset, length);
      if (position + length > maxBytes) {
        throw new DOMException(`Expected at most ${maxBytes} bytes in memory`, 'QuotaExceededError');
      }
      if (position === sizeBytes) {
        append(bytes);
      } else if (position + length <= Math.min(sizeBytes, pieceBytes)) {
        first.set(bytes, position);
      } else {
        throw new RangeError(
          `Got ${length} bytes for position ${position}; expected the end (${sizeBytes}) or the first ${pieceBytes} bytes`,
        );
      }
      return length;
    },

    toBlob(type) {
      const rest = open === first ? [] : [open.slice(0, sizeBytes - openStart)];
      return new Blob([first.slice(0, sizeBytes), ...closed, ...rest], { type });
    },
  };
}
