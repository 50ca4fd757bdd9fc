import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from '@tus/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openResumableFiles, type ResumableFiles, type ResumableNote } from '../../../server/store/resumable-files.ts';

let dataDir: string;
let folder: string;
let files: ResumableFiles;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-resumable-'));
  folder = join(dataDir, 'drop-ici.resumable');
  files = await openResumableFiles(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

const noteOf = (more: Partial<ResumableNote> = {}): ResumableNote => ({
  id: files.newId(),
  ownerId: 7,
  key: 'a key',
  bytes: 10,
  createdAt: '2026-11-21T10:00:00.000Z',
  ...more,
});

async function create(more: Partial<ResumableNote> = {}): Promise<ResumableNote> {
  const note = noteOf(more);
  await files.store.create(new Upload({ id: note.id, size: note.bytes, offset: 0, metadata: files.metadataOf(note) }));
  return note;
}

async function write(id: string, offset: number, ...pieces: string[]): Promise<void> {
  const part = await files.openAt(id, offset);
  for (const piece of pieces) await part.append(Buffer.from(piece));
  await part.close();
}

const bytes = (id: string): Promise<string> => readFile(files.pathOf(id), 'utf8');
const left = async (): Promise<string[]> => (await readdir(folder)).sort();

describe('an upload', () => {
  test('is listed as it was noted, the oldest first, by whoever opens the folder later', async () => {
    const later = await create({ createdAt: '2026-11-21T12:00:00.000Z', key: null });
    const first = await create({ createdAt: '2026-11-20T23:00:00.000Z', ownerId: 8, bytes: 5_000_000_000 });
    const between = await create({ createdAt: '2026-11-21T11:00:00.000Z' });
    expect(new Set([later.id, first.id, between.id]).size).toBe(3);
    expect(await (await openResumableFiles(dataDir)).list()).toEqual([first, between, later]);
  });

  test('that is created again keeps what has arrived', async () => {
    const note = await create();
    await write(note.id, 0, 'half');
    await create(note);
    expect([await bytes(note.id), await files.list()]).toEqual(['half', [note]]);
  });

  test('is removed with its note and without the others; one that is not there is no error', async () => {
    const [note, other] = [await create(), await create()];
    await files.remove(note.id);
    await files.remove(note.id);
    await files.remove(files.newId());
    expect(await left()).toEqual([other.id, `${other.id}.json`]);
  });

  test('whose removal breaks off is gone all the same when the uploads are listed', async () => {
    const [note, kept] = [await create(), await create()];
    await rm(files.pathOf(note.id));
    await mkdir(files.pathOf(note.id));
    await expect(files.remove(note.id)).rejects.toThrow();
    expect(await files.list()).toEqual([kept]);
    expect(await left()).toEqual([kept.id, `${kept.id}.json`]);
  });

  test('of which half is there, or whose note says nothing, is no upload, and nothing of it stays', async () => {
    const kept = await create();
    const [owner, created] = ['7', kept.createdAt];
    const notes = {
      torn: '{"size":',
      bare: '{}',
      'no-size': JSON.stringify({ metadata: { owner, created } }),
      'no-owner': JSON.stringify({ size: 10, metadata: { created } }),
      'no-time': JSON.stringify({ size: 10, metadata: { owner } }),
    };
    for (const [id, note] of Object.entries(notes)) {
      await writeFile(join(folder, id), 'x');
      await writeFile(join(folder, `${id}.json`), note);
    }
    await writeFile(join(folder, 'bytes-alone'), 'x');
    await writeFile(join(folder, 'note-alone.json'), JSON.stringify({ size: 10, metadata: { owner, created } }));
    expect(await files.list()).toEqual([kept]);
    expect(await left()).toEqual([kept.id, `${kept.id}.json`]);
  });
});

describe('the bytes of an upload', () => {
  test('grow piece by piece, from where a part begins, and are counted', async () => {
    const { id } = await create();
    expect(await files.bytesOf(id)).toBe(0);
    await write(id, 0, 'ab', '', 'cde');
    await write(id, 5, 'fg');
    expect([await bytes(id), await files.bytesOf(id)]).toEqual(['abcdefg', 7]);
  });

  test('are there before their part is at its end', async () => {
    const { id } = await create();
    const part = await files.openAt(id, 0);
    await part.append(Buffer.from('first'));
    expect(await bytes(id)).toBe('first');
    await part.close();
  });

  test('stay where a part is sent again from further back', async () => {
    const { id } = await create();
    await write(id, 0, 'abcdefg');
    await write(id, 2, 'CD');
    expect(await bytes(id)).toBe('abCDefg');
  });

  test('can not be written to an upload that is gone', async () => {
    const note = await create();
    await files.remove(note.id);
    await expect(files.openAt(note.id, 0)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await left()).toEqual([]);
  });
});

test('of the protocol’s extensions those are told that are served', async () => {
  expect(files.store.extensions).toEqual(['creation', 'termination', 'expiration']);
});
