import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';

/** What is noted of an upload in parts, beside its bytes. */
export interface ResumableNote {
  readonly id: string;
  readonly ownerId: number;
  /** What its sender calls it; null where they gave it no name. */
  readonly key: string | null;
  /** Size of the whole, in bytes. */
  readonly bytes: number;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
}

/** An upload's bytes, open to be added to. */
export interface PartFile {
  /** Writes behind what is there; it is there then also where a later piece fails, or the sender breaks off. */
  append(piece: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The folder of uploads in parts: of each the bytes that have arrived, and its note. */
export interface ResumableFiles {
  /** What the tus server reads and writes; the bytes go by {@link openAt}. */
  readonly store: FileStore;
  /** A name for a new upload. */
  newId(): string;
  /** The form in which the tus server writes a note down. */
  metadataOf(note: ResumableNote): Record<string, string>;
  /** Every upload that is there, after removing whatever is half of one. */
  list(): Promise<ResumableNote[]>;
  /** How many bytes of an upload have arrived. */
  bytesOf(id: string): Promise<number>;
  /** Absolute path of the bytes of an upload. */
  pathOf(id: string): string;
  /** Opens the bytes of an upload, to be written from `offset` on. Whoever opens closes. */
  openAt(id: string, offset: number): Promise<PartFile>;
  /** Removes an upload; one that does not exist is no error. */
  remove(id: string): Promise<void>;
}

const NOTE_ENDING = '.json';

/** Opens the uploads in parts below `dataDir`, making the folder. */
export async function openResumableFiles(dataDir: string): Promise<ResumableFiles> {
  const folder = join(dataDir, 'drop-ici.resumable');
  await mkdir(folder, { recursive: true });
  const store = new ResumableStore({ directory: folder });

  const read = async (id: string): Promise<ResumableNote | null> => {
    const { size, metadata } = (await store.configstore.get(id)) ?? {};
    const { owner, key, created } = metadata ?? {};
    if (typeof size !== 'number' || typeof owner !== 'string' || typeof created !== 'string') return null;
    return { id, ownerId: Number(owner), key: key ?? null, bytes: size, createdAt: created };
  };

  return {
    store,
    newId: randomUUID,
    metadataOf: ({ ownerId, key, createdAt }) => ({
      owner: String(ownerId),
      created: createdAt,
      ...(key === null ? {} : { key }),
    }),
    list: async () => {
      const names = new Set(await readdir(folder));
      const notes: ResumableNote[] = [];
      for (const name of names) {
        const id = name.endsWith(NOTE_ENDING) ? name.slice(0, -NOTE_ENDING.length) : name;
        const isPair = names.has(id) && names.has(id + NOTE_ENDING);
        const note = isPair ? await read(id) : null;
        if (note === null) await rm(join(folder, name), { recursive: true, force: true });
        else if (name === id) notes.push(note);
      }
      return notes.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    },
    bytesOf: async (id) => (await stat(join(folder, id))).size,
    pathOf: (id) => join(folder, id),
    openAt: (id, offset) => openPart(join(folder, id), offset),
    remove: (id) => store.remove(id),
  };
}

/** The package's own store, but for where it would lose something. */
class ResumableStore extends FileStore {
  constructor(options: { readonly directory: string }) {
    super(options);
    this.extensions = ['creation', 'termination', 'expiration'];
  }

  /** Of an upload that is there already nothing is lost: its sender did not hear where it is. */
  override async create(upload: Parameters<FileStore['create']>[0]) {
    await writeFile(join(this.directory, upload.id), '', { flag: 'a' });
    await this.configstore.set(upload.id, upload);
    return upload;
  }

  /** The note first: a sweep then finds half an upload, and removes it. */
  override async remove(id: string): Promise<void> {
    await rm(join(this.directory, id + NOTE_ENDING), { force: true });
    await rm(join(this.directory, id), { force: true });
  }
}

async function openPart(path: string, offset: number): Promise<PartFile> {
  const file = await open(path, 'r+');
  let at = offset;
  return {
    append: async (piece) => {
      for (let rest = piece; rest.length > 0; ) {
        const { bytesWritten } = await file.write(rest, 0, rest.length, at);
        rest = rest.subarray(bytesWritten);
        at += bytesWritten;
      }
    },
    close: () => file.close(),
  };
}
