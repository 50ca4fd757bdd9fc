import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { writeAll } from './files.ts';

/** The metadata of an upload in parts. */
export interface ResumableNote {
  readonly id: string;
  readonly ownerId: number;
  /** The sender's key; null if none was given. */
  readonly key: string | null;
  /** Size of the whole, in bytes. */
  readonly bytes: number;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
}

/** An upload's file, open for appending. */
export interface PartFile {
  /** Appends a piece; it stays also if a later piece fails or the sender disconnects. */
  append(piece: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The folder of uploads in parts: for each the bytes that have arrived, and its note. */
export interface ResumableFiles {
  /** The store of the tus server; bytes are written with {@link openAt} instead. */
  readonly store: FileStore;
  /** Creates an id for a new upload. */
  newId(): string;
  /** A note in the form in which the tus server stores it. */
  metadataOf(note: ResumableNote): Record<string, string>;
  /** Lists all uploads, after deleting incomplete pairs of files. */
  list(): Promise<ResumableNote[]>;
  /** How many bytes of an upload have arrived. */
  bytesOf(id: string): Promise<number>;
  /** Absolute path of the bytes of an upload. */
  pathOf(id: string): string;
  /** Opens the file of an upload for writing from `offset` on. The caller closes it. */
  openAt(id: string, offset: number): Promise<PartFile>;
  /** Deletes an upload; does nothing if it does not exist. */
  remove(id: string): Promise<void>;
}

const NOTE_EXTENSION = '.json';

/** Opens the uploads in parts below `dataDir`, creating the folder if needed. */
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
        const id = name.endsWith(NOTE_EXTENSION) ? name.slice(0, -NOTE_EXTENSION.length) : name;
        const isPair = names.has(id) && names.has(id + NOTE_EXTENSION);
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

/** The package's store, except where it would lose data. */
class ResumableStore extends FileStore {
  constructor(options: { readonly directory: string }) {
    super(options);
    this.extensions = ['creation', 'termination', 'expiration'];
  }

  /** Does not truncate an existing upload: its sender may have missed the response and create it again. */
  override async create(upload: Parameters<FileStore['create']>[0]) {
    await writeFile(join(this.directory, upload.id), '', { flag: 'a' });
    await this.configstore.set(upload.id, upload);
    return upload;
  }

  /** The note first: if interrupted, `list` deletes the rest. */
  override async remove(id: string): Promise<void> {
    await rm(join(this.directory, id + NOTE_EXTENSION), { force: true });
    await rm(join(this.directory, id), { force: true });
  }
}

async function openPart(path: string, offset: number): Promise<PartFile> {
  const file = await open(path, 'r+');
  let at = offset;
  return {
    append: async (piece) => {
      await writeAll(file, piece, at);
      at += piece.length;
    },
    close: () => file.close(),
  };
}
