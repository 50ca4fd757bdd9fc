import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Searches every file below a folder, as bytes.
 *
 * @returns for each of these that was found its name and the file, `name in media/ab/abc.wav`, sorted.
 */
export async function findBytes(folder: string, wanted: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    for (const [name, part] of Object.entries(wanted)) {
      if (bytes.includes(part)) found.push(`${name} in ${relative(folder, path)}`);
    }
  }
  return found.sort();
}
