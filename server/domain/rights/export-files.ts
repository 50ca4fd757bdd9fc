import type { MediaName } from '../../store/files.ts';
import { imageNameOf } from '../../store/media.ts';
import type { OwnRows, SoundRow } from '../../store/rights.ts';
import { exportWords } from './export-words.ts';

/** Maximum length of the part of a path that a title gives, in characters: systems allow 255 bytes. */
const TITLE_MAX = 60;

/** A stored file, and its path in the archive. */
export interface ExportedFile {
  readonly name: MediaName;
  readonly path: string;
}

/** Returns the path of a drop's audio in the archive; null without audio. */
export function soundOf(drop: SoundRow): ExportedFile | null {
  const { id, name, title, media_sha256: sha256, extension } = drop;
  if (sha256 === null || extension === null) return null;
  const folder = `${drop.parcours_id} ${inPath(title)}`;
  return { name: { sha256, extension }, path: `${exportWords.sounds}/${folder}/${id} ${inPath(name)}.${extension}` };
}

/** Returns the path of an image in the archive. */
export function pictureOf(image: OwnRows['images'][number]): ExportedFile {
  const name = imageNameOf(image.sha256);
  const what = image.title === null ? exportWords.portrait : exportWords.mapPicture(inPath(image.title));
  return { name, path: `${exportWords.pictures}/${what} ${image.sha256.slice(0, 8)}.${name.extension}` };
}

/** Turns a title into a part of a path that every system accepts. */
export function inPath(title: string): string {
  const plain = title
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ');
  const cut = [...plain].slice(0, TITLE_MAX).join('');
  // Windows removes dots and spaces at the end; a dot at the beginning hides the file.
  return cut.replace(/^[. ]+|[. ]+$/g, '') || exportWords.untitled;
}
