import { opendir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { MediaName } from './files.ts';

const STORED_NAME = /^([0-9a-f]{64})\.([a-z0-9]{1,5})$/;

/** What lies in a folder of media. */
export interface FolderContent {
  /** Files that are named, and placed, as stored ones are. */
  readonly stored: readonly MediaName[];
  /** Paths, below the folder, of anything else; nothing here ever made them. */
  readonly foreign: readonly string[];
}

/** Lists a folder of media, sorted; a folder that does not exist is empty. */
export async function listFolder(mediaDir: string): Promise<FolderContent> {
  const stored: MediaName[] = [];
  const foreign: string[] = [];
  const entries = await opendir(mediaDir, { recursive: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = relative(mediaDir, join(entry.parentPath, entry.name));
    const [, sha256, extension] = STORED_NAME.exec(entry.name) ?? [];
    if (sha256 !== undefined && extension !== undefined && path === join(sha256.slice(0, 2), entry.name)) {
      stored.push({ sha256, extension });
    } else foreign.push(path);
  }
  stored.sort((one, other) => (fileNameOf(one) < fileNameOf(other) ? -1 : 1));
  return { stored, foreign: foreign.sort() };
}

/** The last part of a stored file's path. */
export function fileNameOf({ sha256, extension }: MediaName): string {
  return `${sha256}.${extension}`;
}
