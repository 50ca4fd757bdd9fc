/**
 * The words of Chromium, Firefox, Safari, Emscripten and ffmpeg for a lack of memory. Most of them are plain RangeErrors,
 * as a wrong argument is too, so that the words must decide and not the class.
 */
const OUT_OF_MEMORY =
  /out of memory|cannot allocate memory|allocation failed|allocation size overflow|unable to grow instance memory|Aborted\(OOM\)/i;

/**
 * Tells whether memory ran out from what was thrown, or from a line of ffmpeg's log. A file whose damage makes it ask
 * for a buffer of an absurd size looks the same from here. A browser that ends the whole worker says nothing at all:
 * that arrives as a WorkerCrashedError.
 */
export function isOutOfMemory(cause: unknown): boolean {
  return OUT_OF_MEMORY.test(cause instanceof Error ? cause.message : String(cause));
}
