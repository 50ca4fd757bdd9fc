import { isNotFound } from '../files/file-errors.ts';
import { writeWhole } from '../files/write-whole.ts';

/** Ends a note that was written to its end. */
const END = '\n';

/** Names of the files that a recording's note may be in. */
export function noteNames(id: string): readonly [string, string] {
  return [`${id}.json`, `${id}.next.json`];
}

/** Writes the first note of a recording. */
export async function writeNote(folder: FileSystemDirectoryHandle, id: string, note: string): Promise<void> {
  await writeFile(folder, noteNames(id)[0], note);
}

/** Replaces a note. Whenever the page is killed meanwhile, the old one or the new one is there whole. */
export async function replaceNote(folder: FileSystemDirectoryHandle, id: string, note: string): Promise<void> {
  const [name, next] = noteNames(id);
  await writeFile(folder, next, note);
  await writeFile(folder, name, note);
  await removeFile(folder, next);
}

/** Returns a recording's note; empty where there is none. */
export async function readNote(folder: FileSystemDirectoryHandle, id: string): Promise<string> {
  const [name, next] = noteNames(id);
  const replacing = await readFile(folder, next);
  const note = replacing.endsWith(END) ? replacing : await readFile(folder, name);
  return note.endsWith(END) ? note.slice(0, -END.length) : note;
}

/** Removes a recording's note. */
export async function removeNote(folder: FileSystemDirectoryHandle, id: string): Promise<void> {
  for (const name of noteNames(id)) await removeFile(folder, name);
}

async function writeFile(folder: FileSystemDirectoryHandle, name: string, note: string): Promise<void> {
  const file = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  try {
    file.truncate(0);
    writeWhole(file, new TextEncoder().encode(note + END), 0);
    file.flush();
  } finally {
    file.close();
  }
}

async function readFile(folder: FileSystemDirectoryHandle, name: string): Promise<string> {
  try {
    return await (await (await folder.getFileHandle(name)).getFile()).text();
  } catch {
    return '';
  }
}

async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await folder.removeEntry(name).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}
