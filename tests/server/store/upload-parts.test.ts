import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { chooseFileStores } from '../../../server/cluster/open-stores.ts';
import { openPartFiles, type PartStore } from '../../../server/store/upload-parts.ts';
import { makeFolder } from '../../support/test-folder.ts';

let dataDir: string;
let folder: string;
let parts: PartStore;
beforeEach(async () => {
  dataDir = await makeFolder();
  folder = join(dataDir, 'drop-ici.resumable');
  parts = await openPartFiles(dataDir, await chooseFileStores(dataDir, null).openMedia());
});

async function write(id: string, offset: number, ...pieces: string[]): Promise<void> {
  const part = await parts.openAt(id, offset);
  for (const piece of pieces) await part.append(Buffer.from(piece));
  await part.close();
}

const bytes = (id: string): Promise<string> => readFile(join(folder, id), 'utf8');
const left = async (): Promise<string[]> => (await readdir(folder)).sort();

describe('an upload', () => {
  test('is listed, also after the folder is opened again', async () => {
    await parts.begin('one');
    await parts.begin('two');
    const later = await openPartFiles(dataDir, await chooseFileStores(dataDir, null).openMedia());
    expect((await later.list()).sort()).toEqual(['one', 'two']);
  });

  test('that is begun again keeps the received bytes', async () => {
    await parts.begin('one');
    await write('one', 0, 'half');
    await parts.begin('one');
    expect(await bytes('one')).toBe('half');
  });

  test('is removed without the others, and removing a missing one is no error', async () => {
    await parts.begin('one');
    await parts.begin('two');
    for (const id of ['one', 'one', 'never']) await parts.remove(id);
    expect(await left()).toEqual(['two']);
  });
});

describe('the bytes of an upload', () => {
  test('grow piece by piece from the offset of a part, and are counted', async () => {
    await parts.begin('one');
    expect(await parts.bytesOf('one')).toBe(0);
    await write('one', 0, 'ab', '', 'cde');
    await write('one', 5, 'fg');
    expect([await bytes('one'), await parts.bytesOf('one')]).toEqual(['abcdefg', 7]);
  });

  test('are stored before their part has ended', async () => {
    await parts.begin('one');
    const part = await parts.openAt('one', 0);
    await part.append(Buffer.from('first'));
    expect(await bytes('one')).toBe('first');
    await part.close();
  });

  test('stay when a part is sent again from an earlier offset', async () => {
    await parts.begin('one');
    await write('one', 0, 'abcdefg');
    await write('one', 2, 'CD');
    expect(await bytes('one')).toBe('abCDefg');
  });

  test('are accepted even if a crash or a restored back-up left no file', async () => {
    expect(await parts.bytesOf('one')).toBe(0);
    await write('one', 0, 'abc');
    expect(await bytes('one')).toBe('abc');
  });

  test('are in the incoming folder when complete, and stay here until they are removed', async () => {
    await write('one', 0, 'abcdefg');
    const path = await parts.toIncoming('one', 7);
    expect(path).toContain('drop-ici.incoming');
    expect([await readFile(path, 'utf8'), await bytes('one')]).toEqual(['abcdefg', 'abcdefg']);
    await parts.remove('one');
    expect(await readFile(path, 'utf8')).toBe('abcdefg');
  });
});
