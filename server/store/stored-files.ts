import type { Reader } from './database.ts';
import type { MediaName } from './files.ts';
import { hasImage, listImageHashes } from './images.ts';
import { filesOf, findMedia, listMedia } from './media.ts';

/** The ending of every image's file. */
export const IMAGE_EXTENSION = 'webp';

/** A file that the database counts on. */
export interface StoredFile extends MediaName {
  /** SHA-256 of its content in hexadecimal; a waveform is named by its audio and has another one. */
  readonly contentSha256: string;
}

/** The name of a stored image. */
export function imageNameOf(sha256: string): MediaName {
  return { sha256, extension: IMAGE_EXTENSION };
}

/** Every file that some row names. */
export async function listStoredFiles(reader: Reader): Promise<StoredFile[]> {
  const media = await listMedia(reader);
  const images = await listImageHashes(reader);
  return [
    ...media.flatMap((row) =>
      filesOf(row).map((name) => ({
        ...name,
        contentSha256: name.extension === row.extension ? row.sha256 : (row.peaks_sha256 ?? ''),
      })),
    ),
    ...images.map((sha256) => ({ ...imageNameOf(sha256), contentSha256: sha256 })),
  ];
}

/** Whether some row names this file. */
export async function isFileNamed(reader: Reader, { sha256, extension }: MediaName): Promise<boolean> {
  if (extension === IMAGE_EXTENSION) return hasImage(reader, sha256);
  const row = await findMedia(reader, sha256);
  return row !== undefined && filesOf(row).some((name) => name.extension === extension);
}
