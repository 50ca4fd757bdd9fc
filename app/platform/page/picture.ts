import { strings } from '../../words/strings.ts';
import type { Scope } from '../scope.ts';

/** A square of a picture, in its own pixels. */
export interface PictureCrop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture that the browser could read. */
export interface ReadPicture {
  /** Good until the scope that it was read in is disposed. */
  readonly url: string;
  readonly image: HTMLImageElement;
}

/** Quality of the JPEG that is sent: the server encodes it again. */
const JPEG_QUALITY = 0.92;

/**
 * Reads a file as a picture.
 *
 * @throws Error 'Could not read file' for what the browser cannot show.
 */
export async function readPicture(scope: Scope, file: Blob): Promise<ReadPicture> {
  const url = scope.objectUrl(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (cause) {
    throw new Error(strings.profile.unreadable, { cause });
  }
  return { url, image };
}

/**
 * Cuts a square out of a picture, upright as the phone held it, at most `sidePx` on each side.
 *
 * @throws Error 'Could not read file' where the browser has no memory for it.
 */
export async function cutSquare({ image }: ReadPicture, crop: PictureCrop, sidePx: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.min(sidePx, Math.round(crop.width)));
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  context?.drawImage(image, crop.x, crop.y, crop.width, crop.height, 0, 0, canvas.width, canvas.height);
  const cut = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  if (cut === null || context === null) throw new Error(strings.profile.unreadable);
  return cut;
}
