/** Opens the browser's print dialog. */
export function printPage(): void {
  window.print();
}

/** Draws black areas on white as a PNG; null if the browser can't. `path` is an SVG path in a square of `side`. */
export async function paintPng(
  { side, path }: { readonly side: number; readonly path: string },
  unitPx: number,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = side * unitPx;
  canvas.height = side * unitPx;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(unitPx, unitPx);
  context.fillStyle = 'black';
  context.fill(new Path2D(path));
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
