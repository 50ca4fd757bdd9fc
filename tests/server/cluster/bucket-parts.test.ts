import { readdir, readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPartObjects, PIECE_BYTES } from '../../../server/cluster/bucket-parts.ts';
import type { ObjectStore } from '../../../server/cluster/object-store.ts';
import { chooseFileStores } from '../../../server/cluster/open-stores.ts';
import { createS3Store } from '../../../server/cluster/s3-store.ts';
import type { MediaFiles } from '../../../server/store/files.ts';
import type { PartStore } from '../../../server/store/upload-parts.ts';
import { type S3Server, startS3, TEST_PATIENCE } from '../../support/s3/s3-servers.ts';
import { makeFolder } from '../../support/test-folder.ts';

describe('the bytes of uploads in parts in a bucket', () => {
  let s3: S3Server;
  let dataDir: string;
  let files: MediaFiles;
  let objects: ObjectStore;
  let parts: PartStore;
  let round = 0;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());
  beforeEach(async () => {
    dataDir = await makeFolder();
    files = await chooseFileStores(dataDir, null).openMedia();
    objects = createS3Store({ ...s3.settings, prefix: `round ${++round}/` }, TEST_PATIENCE);
    parts = createPartObjects(objects, files);
  });
  afterEach(async () => {
    objects.close();
  });

  async function write(id: string, offset: number, ...pieces: (string | Uint8Array)[]): Promise<void> {
    const part = await parts.openAt(id, offset);
    try {
      for (const piece of pieces) await part.append(Buffer.from(piece));
    } finally {
      await part.close();
    }
  }

  async function keys(): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of objects.list('')) found.push(key);
    return found.sort();
  }

  async function whole(id: string, bytes: number): Promise<string> {
    const path = await parts.toIncoming(id, bytes);
    const text = await readFile(path, 'utf8');
    await files.discard(path);
    return text;
  }

  test('grow part by part on any server, and are joined in its incoming folder', async () => {
    expect(await parts.bytesOf('one')).toBe(0);
    await write('one', 0, 'ab', '', 'cde');
    const other = createPartObjects(objects, files);
    expect(await other.bytesOf('one')).toBe(5);
    await write('one', 5, 'fg');
    expect([await parts.bytesOf('one'), await whole('one', 7)]).toEqual([7, 'abcdefg']);
    expect(await keys()).toEqual([
      expect.stringMatching(/^uploads\/one\/0-5-\w+$/),
      expect.stringMatching(/^uploads\/one\/5-2-\w+$/),
    ]);
    expect(await readdir(files.incomingDir)).toEqual([]);
  });

  test('may overlap: the parts that reach furthest are used, and bytes behind a gap are not', async () => {
    await write('one', 0, 'abcd');
    await write('one', 2, 'cdef');
    await write('one', 3, 'de');
    await write('one', 0, 'ab');
    await write('one', 7, 'hi');
    expect([await parts.bytesOf('one'), await whole('one', 6)]).toEqual([6, 'abcdef']);
    await write('one', 5, 'fgh');
    expect([await parts.bytesOf('one'), await whole('one', 9)]).toEqual([9, 'abcdefghi']);
  });

  test('count as none while the first byte is missing', async () => {
    await write('one', 1, 'bcd');
    expect(await parts.bytesOf('one')).toBe(0);
    await expect(whole('one', 4)).rejects.toThrow('Expected 4 bytes');
    expect(await readdir(files.incomingDir)).toEqual([]);
  });

  test('are in the bucket while their part still arrives, except for less than a piece', async () => {
    const half = new Uint8Array(PIECE_BYTES / 2 + 1).fill(7);
    const part = await parts.openAt('one', 0);
    for (let sent = 0; sent < 3; sent++) await part.append(half);
    expect(await parts.bytesOf('one')).toBe(2 * half.length);
    await part.close();
    expect(await parts.bytesOf('one')).toBe(3 * half.length);
    expect((await whole('one', 3 * half.length)).length).toBe(3 * half.length);
  });

  test('are removed all at once, without those of other uploads', async () => {
    await write('one', 0, 'ab');
    await write('one', 2, 'c');
    await write('another', 0, 'x');
    expect((await parts.list()).sort()).toEqual(['another', 'one']);
    for (const id of ['one', 'one', 'never']) await parts.remove(id);
    expect(await keys()).toEqual([expect.stringMatching(/^uploads\/another\/0-1-\w+$/)]);
    expect(await parts.list()).toEqual(['another']);
  });
});
