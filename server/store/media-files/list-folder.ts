import { opendir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileNameOf, type MediaList, type MediaName, parseFileName, pathOfMedia, unlessMissing } from '../files.ts';

/** Folder of set-aside files, inside the media folder. */
export const ASIDE = '.aside';
/** File in the media folder that names the owner of the media. */
export const MARK = '.owner';

/** Lists a media folder, sorted; a missing folder counts as empty. */
export async function listFolder(mediaDir: string): Promise<MediaList> {
  const stored: MediaName[] = [];
  const foreign: string[] = [];
  const entries = (await unlessMissing(opendir(mediaDir, { recursive: true }))) ?? [];
  for await (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = relative(mediaDir, join(entry.parentPath, entry.name));
    if (path === MARK || path.startsWith(`${ASIDE}/`)) continue;
    const name = parseFileName(entry.name);
    if (name !== undefined && path === pathOfMedia(name)) stored.push(name);
    else foreign.push(path);
  }
  stored.sort((one, other) => (fileNameOf(one) < fileNameOf(other) ? -1 : 1));
  return { stored, foreign: foreign.sort() };
}
