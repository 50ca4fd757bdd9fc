import type { Scope } from '../scope.ts';

/** A square of a picture, in its own pixels. */
export interface PictureCrop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A decoded picture. */
export interface ReadPicture {
  /** Object URL, valid until the scope passed to {@link readPicture} is disposed. */
  readonly url: string;
  readonly image: HTMLImageElement;
}

/** A file is no picture, or too large for the browser's memory. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';

  constructor(cause?: unknown) {
    super('Could not read file', { cause });
  }
}

/** Quality of the JPEG that is uploaded; the server encodes it again. */
const JPEG_QUALITY = 0.92;

/** Decodes a file as a picture. @throws UnreadablePicture if the browser cannot decode it */
export async function readPicture(scope: Scope, file: Blob): Promise<ReadPicture> {
  const url = scope.objectUrl(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (cause) {
    throw new UnreadablePicture(cause);
  }
  return { url, image };
}

/** Returns the largest square in the middle of a picture. */
export function middleSquare({ image }: ReadPicture): PictureCrop {
  const side = Math.min(image.naturalWidth, image.naturalHeight);
  const [x, y] = [(image.naturalWidth - side) / 2, (image.naturalHeight - side) / 2];
  return { x, y, width: side, height: side };
}

/** Crops a picture, in its EXIF orientation, to a JPEG of at most `sidePx`. @throws UnreadablePicture without memory */
export async function cutSquare({ image }: ReadPicture, crop: PictureCrop, sidePx: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.min(sidePx, Math.round(crop.width)));
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  context?.drawImage(image, crop.x, crop.y, crop.width, crop.height, 0, 0, canvas.width, canvas.height);
  const cropped = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  if (cropped === null || context === null) throw new UnreadablePicture();
  return cropped;
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
