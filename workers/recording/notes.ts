import type { PrivateFolder } from '../files/private-files.ts';
import { removeEntry } from '../files/private-folder.ts';
import { writeWhole } from '../files/write-whole.ts';

/** Marks the end of a completely written note. */
const END = '\n';

/** Returns the names of the files that may contain a recording's note. */
export function noteNames(id: string): readonly [string, string] {
  return [`${id}.json`, `${id}.next.json`];
}

/** Writes the first note of a recording. */
export async function writeNote(folder: PrivateFolder, id: string, note: string): Promise<void> {
  await writeFile(folder, noteNames(id)[0], note);
}

/** Replaces a note atomically: if the page is killed in between, either the old or the new note remains. */
export async function replaceNote(folder: PrivateFolder, id: string, note: string): Promise<void> {
  const [name, next] = noteNames(id);
  await writeFile(folder, next, note);
  await writeFile(folder, name, note);
  await removeEntry(folder, next);
}

/** Returns a recording's note; empty if there is none. */
export async function readNote(folder: PrivateFolder, id: string): Promise<string> {
  const [name, next] = noteNames(id);
  const replacing = await readFile(folder, next);
  const note = replacing.endsWith(END) ? replacing : await readFile(folder, name);
  return note.endsWith(END) ? note.slice(0, -END.length) : note;
}

/** Deletes a recording's note. */
export async function removeNote(folder: PrivateFolder, id: string): Promise<void> {
  for (const name of noteNames(id)) await removeEntry(folder, name);
}

async function writeFile(folder: PrivateFolder, name: string, note: string): Promise<void> {
  const file = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  try {
    file.truncate(0);
    writeWhole(file, new TextEncoder().encode(note + END), 0);
    file.flush();
  } finally {
    file.close();
  }
}

async function readFile(folder: PrivateFolder, name: string): Promise<string> {
  try {
    return await (await (await folder.getFileHandle(name)).getFile()).text();
  } catch {
    return '';
  }
}
