declare global {
  interface Window {
    /** Frames that maps have drawn in a page that runs {@link countMapFrames}. */
    mapFrames: number;
  }
}

/** In a page, before its own scripts: counts the frames of its maps, what is cleared to be drawn again in one task. */
export function countMapFrames(): void {
  window.mapFrames = 0;
  let isInFrame = false;
  const clear = WebGL2RenderingContext.prototype.clear;
  WebGL2RenderingContext.prototype.clear = function (this: WebGL2RenderingContext, mask) {
    clear.call(this, mask);
    if (isInFrame) return;
    isInFrame = true;
    queueMicrotask(() => {
      isInFrame = false;
      window.mapFrames += 1;
    });
  };
}
