import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, flush } from './files.ts';

/** Identifies a stored extract and its content. */
export interface ExtractName {
  /** Identifies the archive and the bounding box: letters, digits and `-`. */
  readonly key: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/** A stored extract of the map. */
export interface StoredExtract extends ExtractName {
  readonly bytes: number;
  /** When it was last used, in milliseconds since 1970. */
  readonly usedAtMs: number;
}

/** The folder of map extracts. Losing one does no harm: it can be made again. */
export interface ExtractFiles {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** The extracts that existed when the folder was opened. */
  readonly stored: readonly StoredExtract[];
  /** Path of an extract, relative to `folder`. */
  pathOf(name: ExtractName): string;
  /** Stores an extract. Once resolved, it survives a power cut. */
  keep(name: ExtractName, bytes: Uint8Array): Promise<void>;
  /** Records when an extract was last used; false if it was deleted. */
  touch(name: ExtractName, atMs: number): Promise<boolean>;
  /** Deletes an extract; does nothing if it does not exist. */
  remove(name: ExtractName): Promise<void>;
}

/** Opens the extracts below `dataDir`: creates the folder, and deletes incomplete extracts. */
export async function openExtractFiles(dataDir: string): Promise<ExtractFiles> {
  const folder = join(dataDir, 'map-extracts');
  await mkdir(folder, { recursive: true });
  const stored: StoredExtract[] = [];
  for (const entry of await readdir(folder)) {
    const [, key, sha256] = /^([\w-]+)\.([0-9a-f]{64})\.pmtiles$/.exec(entry) ?? [];
    if (key === undefined || sha256 === undefined) await rm(join(folder, entry), { recursive: true, force: true });
    else {
      const { size, mtimeMs } = await stat(join(folder, entry));
      stored.push({ key, sha256, bytes: size, usedAtMs: mtimeMs });
    }
  }
  return {
    folder,
    stored,
    pathOf,
    keep: async (name, bytes) => {
      const unfinished = join(folder, `${randomUUID()}.unfinished`);
      try {
        await writeFile(unfinished, bytes, { flush: true });
        await rename(unfinished, join(folder, pathOf(name)));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await flush(folder);
    },
    touch: async (name, atMs) => {
      try {
        await utimes(join(folder, pathOf(name)), atMs / 1000, atMs / 1000);
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
    },
    remove: (name) => rm(join(folder, pathOf(name)), { force: true }),
  };
}

function pathOf({ key, sha256 }: ExtractName): string {
  return `${key}.${sha256}.pmtiles`;
}
