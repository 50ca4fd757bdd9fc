import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import type { MediaFiles } from '../../store/files.ts';
import { hasImage } from '../../store/images.ts';
import { imageNameOf } from '../../store/stored-files.ts';
import { AppError } from '../app-error.ts';
import type { StoredContent } from './media-links.ts';

/** Path of images on the API's own origin. They are unsigned: the hash in a file name cannot be guessed. */
export const IMAGE_PATH = '/v1/image';

const ADDRESS = new RegExp(`^${IMAGE_PATH}/([0-9a-f]{64})\\.webp$`);

/** Path of the image with this content. */
export function imageAddress(sha256: string): string {
  return `${IMAGE_PATH}/${sha256}.webp`;
}

/** Whether `address` is that of an image uploaded for this parcours. */
export async function isImageOf(reader: Reader, parcoursId: ParcoursId, address: string): Promise<boolean> {
  const [, sha256] = ADDRESS.exec(address) ?? [];
  return sha256 !== undefined && hasImage(reader, sha256, parcoursId);
}

/** The image with this file name. @throws AppError `not_found` if that is not an image's name. */
export function findImage(files: MediaFiles, file: string): StoredContent {
  const [, sha256] = ADDRESS.exec(`${IMAGE_PATH}/${file}`) ?? [];
  if (sha256 === undefined) throw new AppError('not_found', `There is no image ${file}`);
  return { tag: sha256, root: files.mediaDir, path: files.pathOf(imageNameOf(sha256)) };
}
