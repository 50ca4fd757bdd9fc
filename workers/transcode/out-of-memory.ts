/**
 * The out-of-memory messages of Chromium, Firefox, Safari, Emscripten and ffmpeg. Most are plain RangeErrors, as for invalid
 * arguments, so only the message tells them apart.
 */
const OUT_OF_MEMORY =
  /out of memory|cannot allocate memory|allocation failed|allocation size overflow|unable to grow instance memory|Aborted\(OOM\)/i;

/**
 * Whether a thrown value, or a line of ffmpeg's log, reports that memory ran out. A damaged file that claims an absurd size
 * looks the same. If the browser kills the whole worker, the lane reports a WorkerCrashedError instead.
 */
export function isOutOfMemory(cause: unknown): boolean {
  return OUT_OF_MEMORY.test(cause instanceof Error ? cause.message : String(cause));
}
