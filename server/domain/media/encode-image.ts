import type { Sharp } from 'sharp';
import { AVATAR_SIDE_PX } from '../../../contracts/limits.ts';
import type { FairQueue } from '../fair-queue.ts';
import { decodeImage } from './decode-image.ts';

/** Longest side of a parcours' image as stored. */
export const PARCOURS_IMAGE_SIDE_MAX_PX = 1600;

/** The purpose of an image, which decides its size. */
export type ImagePurpose = 'avatar' | 'parcours';

const WEBP_QUALITY = 80;

/**
 * Converts an image file that {@link decodeImage} reads to WebP, upright and without metadata: an avatar cropped to a square, a
 * parcours' image in its own proportions.
 * @param owner see `ownerOf`.
 * @throws AppError as {@link decodeImage}.
 */
export type EncodeImage = (path: string, purpose: ImagePurpose, owner: string) => Promise<Buffer>;

/** Creates the encoder. */
export function createEncodeImage(takeTurn: FairQueue): EncodeImage {
  return (path, purpose, owner) =>
    decodeImage(takeTurn, path, owner, (image) => sized(image, purpose).webp({ quality: WEBP_QUALITY }).toBuffer());
}

function sized(image: Sharp, purpose: ImagePurpose): Sharp {
  if (purpose === 'avatar') return image.resize(AVATAR_SIDE_PX, AVATAR_SIDE_PX, { fit: 'cover' });
  const side = PARCOURS_IMAGE_SIDE_MAX_PX;
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
}
