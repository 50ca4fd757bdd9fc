import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import type { MediaFiles, MediaName } from '../../store/files.ts';
import { hasImage, imageNameOf } from '../../store/media.ts';
import { AppError } from '../app-error.ts';
import type { StoredContent } from './media-links.ts';

/** Path of images on the API's own origin. They are unsigned: the hash in a file name cannot be guessed. */
export const IMAGE_PATH = '/v1/image';

const ADDRESS = new RegExp(`^${IMAGE_PATH}/([0-9a-f]{64})\\.webp$`);

/** Returns the path of the image with this content. */
export function imageAddress(sha256: string): string {
  return `${IMAGE_PATH}/${sha256}.webp`;
}

/** Returns the name of the image with this address; undefined if it is not the address of an image. */
export function imageNameAt(address: string): MediaName | undefined {
  const [, sha256] = ADDRESS.exec(address) ?? [];
  return sha256 === undefined ? undefined : imageNameOf(sha256);
}

/** Whether `address` is that of an image uploaded for this parcours. */
export async function isImageOf(reader: Reader, parcoursId: ParcoursId, address: string): Promise<boolean> {
  const name = imageNameAt(address);
  return name !== undefined && hasImage(reader, name.sha256, parcoursId);
}

/** Returns the image with this file name. @throws AppError `not_found` if that is not an image's name. */
export function findImage(files: MediaFiles, file: string): StoredContent {
  const name = imageNameAt(`${IMAGE_PATH}/${file}`);
  if (name === undefined) throw new AppError('not_found', `There is no image ${file}`);
  return { tag: name.sha256, ...files.locate(name) };
}
