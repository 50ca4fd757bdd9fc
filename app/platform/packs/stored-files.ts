import type { Scope } from '../scope.ts';
import { deleteFile, type FileContent, readFile } from './file-store.ts';
import { findStoredFile, noteChange, onIndexChanged, packIndex, reportIndexChange } from './pack-index.ts';
import { sha256Of } from './sha256.ts';

/** True if a whole pack on this device holds the file behind this link. The query of a link is ignored. */
export function isStored(link: string): boolean {
  return findStoredFile(link) !== null;
}

/**
 * Returns the stored file behind this link; null if no whole pack holds it, it is damaged, or it can't be read this
 * time. Verifies its SHA-256 the first time that a page opens it; deletes a damaged file.
 */
export async function openStoredFile(link: string): Promise<Blob | null> {
  const file = findStoredFile(link);
  return file === null ? null : openFile(file);
}

/**
 * Reads a file of a pack and compares its SHA-256, even if this page has done so before. Deletes a damaged file; keeps
 * one that can't be read this time.
 */
export async function isFileSound(file: FileContent): Promise<boolean> {
  packIndex.verified.delete(file.sha256);
  return (await openFile(file)) !== null;
}

/** Calls `task` whenever the set of stored files changes, until `scope` is disposed. */
export function onStoredFilesChanged(scope: Scope, task: () => void): void {
  onIndexChanged(scope, task);
}

async function openFile(file: FileContent): Promise<Blob | null> {
  try {
    const content = await readFile(file);
    if (content !== null && (await isSound(file, content))) return content;
    await discard(file);
  } catch {
    // The storage is denied now, or the file can't be read this time: the caller uses the network.
  }
  return null;
}

function isSound({ sha256, bytes }: FileContent, content: Blob): Promise<boolean> {
  const known = packIndex.verified.get(sha256);
  if (known !== undefined) return known;
  const found = content.size === bytes ? sha256Of(content).then((hash) => hash === sha256) : Promise.resolve(false);
  packIndex.verified.set(sha256, found);
  // The next attempt to read may succeed.
  found.catch(() => {
    if (packIndex.verified.get(sha256) === found) packIndex.verified.delete(sha256);
  });
  return found;
}

async function discard(file: FileContent): Promise<void> {
  packIndex.verified.delete(file.sha256);
  await deleteFile(file);
  noteChange(() => packIndex.here.delete(file.sha256));
  reportIndexChange();
}
