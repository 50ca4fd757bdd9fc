/** Runs in the page, before anything that watches WebGL: makes WebGL accept draw calls without drawing. */
export function drawNothing(): void {
  const draw = (): void => {};
  Object.assign(WebGL2RenderingContext.prototype, {
    clear: draw,
    drawArrays: draw,
    drawArraysInstanced: draw,
    drawElements: draw,
    drawElementsInstanced: draw,
  });
}

let real: object | undefined;

/**
 * Says whether the maps of this page draw. Those that don't do all else that maps do; software would draw each pixel of each
 * frame.
 */
export function drawMaps(areDrawn: boolean): void {
  const { prototype } = WebGL2RenderingContext;
  const { clear, drawArrays, drawArraysInstanced, drawElements, drawElementsInstanced } = prototype;
  real ??= { clear, drawArrays, drawArraysInstanced, drawElements, drawElementsInstanced };
  Object.assign(prototype, real);
  if (!areDrawn) drawNothing();
}
