import type { Reader } from './database.ts';
import { fileNameOf, type MediaName } from './files.ts';
import { hasImage, listImageHashes } from './images.ts';
import { filesOf, findMedia, listMedia, type MediaFile } from './media.ts';

const IMAGE_EXTENSION = 'webp';

/** The name of a stored image. */
export function imageNameOf(sha256: string): MediaName {
  return { sha256, extension: IMAGE_EXTENSION };
}

/** All files that rows refer to, by file name. */
export async function listStoredFiles(reader: Reader): Promise<Map<string, MediaFile>> {
  const media = await listMedia(reader);
  const images = await listImageHashes(reader);
  const files: MediaFile[] = [
    ...media.flatMap(filesOf),
    ...images.map((sha256) => ({ ...imageNameOf(sha256), contentSha256: sha256 })),
  ];
  return new Map(files.map((file) => [fileNameOf(file), file]));
}

/** Whether a row refers to this file. */
export async function isReferredTo(reader: Reader, { sha256, extension }: MediaName): Promise<boolean> {
  if (extension === IMAGE_EXTENSION) return hasImage(reader, sha256);
  const row = await findMedia(reader, sha256);
  return row !== undefined && filesOf(row).some((name) => name.extension === extension);
}
