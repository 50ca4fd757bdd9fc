import type { FfmpegStream } from './ffmpeg-core.ts';

const SEEK_CURRENT = 1;
const SEEK_END = 2;

/** Returns the position after a seek in a file of `sizeBytes`; `whence` as in lseek(2). */
export function seek(stream: FfmpegStream, offset: number, whence: number, sizeBytes: number): number {
  if (whence === SEEK_CURRENT) return stream.position + offset;
  return whence === SEEK_END ? sizeBytes + offset : offset;
}
