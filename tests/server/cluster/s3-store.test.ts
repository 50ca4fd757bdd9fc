import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ObjectStore, ObjectStoreError } from '../../../server/cluster/object-store.ts';
import type { S3Settings } from '../../../server/cluster/s3-request.ts';
import { createS3Store } from '../../../server/cluster/s3-store.ts';
import type { ByteRange } from '../../../server/store/files.ts';
import { answerInTest } from '../../support/network/answer-in-test.ts';
import { FAULTS, type FaultsFor, startFaultProxy } from '../../support/network/fault-proxy.ts';
import { startFullServer } from '../../support/network/full-server.ts';
import { startSilentLine, startSilentServer } from '../../support/network/silent-line.ts';
import { startDamagingLine } from '../../support/s3/damaging-line.ts';
import { describeOnS3 } from '../../support/s3/describe-s3.ts';
import { type S3Server, startS3, TEST_PATIENCE } from '../../support/s3/s3-servers.ts';

describeOnS3('a bucket', () => {
  let server: S3Server;
  let store: ObjectStore;
  let folder: string;

  beforeAll(async () => {
    server = await startS3();
    store = createS3Store({ ...server.settings, prefix: 'one/' }, TEST_PATIENCE);
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-objects-'));
  });
  afterAll(async () => {
    store?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const read = async (key: string, range?: ByteRange, from = store) => {
    const found = await from.get(key, range);
    return found === undefined ? undefined : { bytes: found.bytes, content: await buffer(found.stream) };
  };
  const listed = async (prefix: string, from = store) => {
    const keys: string[] = [];
    for await (const { key } of from.list(prefix)) keys.push(key);
    return keys;
  };

  it('passes the check and is empty at first', async () => {
    await store.check();
    expect(await listed('')).toEqual([]);
  });

  it('returns bytes as they were stored, whole and in parts', async () => {
    const content = randomBytes(1000);
    await store.put('some/bytes', content);
    expect(await store.head('some/bytes')).toEqual({ bytes: 1000 });
    expect(await read('some/bytes')).toEqual({ bytes: 1000, content });
    const part = { bytes: 10, content: content.subarray(990) };
    expect(await read('some/bytes', { start: 990, end: 999 })).toEqual(part);
    expect(await read('some/bytes', { start: 990, end: 5000 })).toEqual(part);
    expect(await read('some/bytes', { start: 990 })).toEqual(part);
    expect((await store.get('some/bytes', { start: 990 }))?.total).toBe(1000);
    await expect(store.get('some/bytes', { start: 1000 })).rejects.toMatchObject({ status: 416 });
  });

  it('stores an object without bytes', async () => {
    await store.put('none', new Uint8Array());
    expect([await store.head('none'), await read('none')]).toEqual([{ bytes: 0 }, { bytes: 0, content: Buffer.of() }]);
  });

  it('stores a file of many pieces, and replaces an object', async () => {
    const content = randomBytes(20 * 2 ** 20 + 1);
    await writeFile(join(folder, 'file'), content);
    await store.put('file', randomBytes(10));
    await store.put('file', join(folder, 'file'), { contentType: 'audio/wav' });
    const got = await read('file');
    expect([got?.bytes, got?.content.equals(content)]).toEqual([content.length, true]);
  });

  it('reports a missing object, and removes a missing one without an error', async () => {
    await store.remove('missing');
    expect([await store.head('missing'), await store.get('missing')]).toEqual([undefined, undefined]);
    expect(await store.get('missing', { start: 0, end: 1 })).toBeUndefined();
    await store.put('removed', randomBytes(1));
    await store.remove('removed');
    expect(await store.head('removed')).toBeUndefined();
  });

  it('fails at once for a missing file, and stores no object', async () => {
    await expect(store.put('no file', join(folder, 'no file'))).rejects.toThrow('ENOENT');
    expect(await store.head('no file')).toBeUndefined();
  });

  it('lists the keys below a prefix in order, over several pages, without those of neighbours', async () => {
    const paged = createS3Store({ ...server.settings, prefix: 'one/' }, TEST_PATIENCE, 7);
    const other = createS3Store({ ...server.settings, prefix: 'another/' }, TEST_PATIENCE);
    const keys = Array.from({ length: 21 }, (_, index) => `many/${String(index).padStart(2, '0')}`);
    await Promise.all(keys.map((key) => store.put(key, Buffer.from('.'))));
    await other.put('many/00', Buffer.from('..'));
    expect(await listed('many/', paged)).toEqual(keys);
    expect(await listed('many/1', paged)).toEqual(keys.slice(10, 20));
    expect(await listed('', other)).toEqual(['many/00']);
    expect(await listed('none/')).toEqual([]);
    for await (const { bytes } of store.list('many/01')) expect(bytes).toBe(1);
    paged.close();
    other.close();
  });

  it('accepts keys with characters that are special in URLs', async () => {
    const key = 'odd/é +%2F?=(a)*!~.txt';
    await store.put(key, Buffer.from('odd'));
    expect([(await read(key))?.content.toString(), await listed('odd/')]).toEqual(['odd', [key]]);
    await store.remove(key);
    expect(await listed('odd/')).toEqual([]);
  });

  it('signs a URL at which anyone can read the object, also in parts, until it expires', async () => {
    await store.put('shown', Buffer.from('0123456789'), {
      contentType: 'audio/mp4',
      cacheControl: 'private, max-age=60',
    });
    const address = await store.presign('shown', Date.now(), 60);
    const whole = await fetch(address);
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'audio/mp4',
      '0123456789',
    ]);
    const part = await fetch(address, { headers: { Range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    const late = await fetch(await store.presign('shown', Date.now() - 120_000, 60));
    expect(late.status).toBe(403);
    expect((await fetch(address.replace('shown', 'none'))).status).toBe(403);
  });

  it('does not store bytes that arrive damaged', async () => {
    const line = await startDamagingLine(server.settings.origin);
    const damaged = createS3Store({ ...server.settings, origin: line.origin, prefix: 'one/' }, TEST_PATIENCE);
    await expect(damaged.put('damaged', randomBytes(1000))).rejects.toThrow(ObjectStoreError);
    expect(await store.head('damaged')).toBeUndefined();
    damaged.close();
    await line.stop();
  });

  it('receives bytes again that arrived damaged once', async () => {
    const line = await startDamagingLine(server.settings.origin, 1);
    const damaged = createS3Store({ ...server.settings, origin: line.origin, prefix: 'one/' }, TEST_PATIENCE);
    const content = randomBytes(1000);
    await damaged.put('damaged once', content);
    expect((await read('damaged once'))?.content).toEqual(content);
    damaged.close();
    await line.stop();
  });

  it('reports refused credentials without the secret, and a missing bucket', async () => {
    const stranger = createS3Store({ ...server.settings, secretAccessKey: 'a wrong secret' }, TEST_PATIENCE);
    const failure = await stranger.check().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ObjectStoreError);
    expect(String(failure)).toContain('403');
    expect(JSON.stringify(failure) + String(failure)).not.toContain('a wrong secret');
    stranger.close();
    const nowhere = createS3Store({ ...server.settings, bucket: 'no-such-bucket' }, TEST_PATIENCE);
    await expect(nowhere.check()).rejects.toThrow('404');
    nowhere.close();
  });

  it('works although one answer in three fails, breaks off or comes late', async () => {
    let seed = 17;
    const random = (): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    // A request without a body cannot be cut in the middle.
    const faultsFor: FaultsFor = (method) => FAULTS.filter((fault) => method === 'PUT' || fault !== 'cut-request');
    const proxy = await startFaultProxy(server.settings.origin, random, faultsFor, { keepsHost: true });
    proxy.share = 1 / 3;
    const patient = { ...TEST_PATIENCE, triesMax: 12, firstDelayMs: 1 };
    const shaken = createS3Store({ ...server.settings, origin: proxy.origin, prefix: 'shaken/' }, patient);
    const hashes: string[][] = [];
    for (let round = 0; round < 12; round++) {
      const content = randomBytes(100_000);
      await shaken.put(`at/${round}`, content);
      const got = await read(`at/${round}`, undefined, shaken);
      expect(await listed('at/', shaken)).toHaveLength(round + 1);
      hashes.push([content, got?.content ?? Buffer.of()].map((bytes) => createHash('md5').update(bytes).digest('hex')));
    }
    expect(hashes.filter(([sent, got]) => sent !== got)).toEqual([]);
    expect(Object.values(proxy.given).every((count) => count > 0)).toBe(true);
    shaken.close();
    await proxy.stop();
  });

  it.each(['questions', 'answers'] as const)(
    'is given up when it falls silent (%s), also within a body, until it is back',
    async (way) => {
      const line = await startSilentLine(server.settings.origin);
      const settings = { ...server.settings, origin: new URL(line.url).origin, prefix: 'one/' };
      const behind = createS3Store(settings, { ...TEST_PATIENCE, silentMs: 1000 });
      await store.put('long', randomBytes(8 * 2 ** 20));
      const found = await behind.get('long');
      await new Promise((resolve) => found?.stream.once('readable', resolve));
      line.fallSilent(way);
      const begun = performance.now();
      const failures = await Promise.all([
        behind.head('long').catch(String),
        behind.put('other', randomBytes(100)).catch(String),
        // Bytes that were sent before may still arrive where only requests are lost.
        ...(way === 'questions' ? [] : [buffer(found?.stream ?? Readable.from([])).catch(String)]),
      ]);
      expect(failures.filter((failure) => !/silent for 1000 ms/.test(String(failure)))).toEqual([]);
      expect(performance.now() - begun).toBeLessThan(TEST_PATIENCE.answerMs);
      found?.stream.destroy();
      line.speak(true);
      await expect.poll(() => behind.head('long').catch(String)).toEqual({ bytes: 8 * 2 ** 20 });
      behind.close();
      await line.stop();
    },
  );

  it('closes a stream as soon as its reader stops reading', async () => {
    await store.put('long', randomBytes(8 * 2 ** 20));
    for (let round = 0; round < 20; round++) {
      const found = await store.get('long');
      const closed = new Promise((resolve) => found?.stream.once('close', resolve));
      if (round % 2 === 1) await new Promise((resolve) => found?.stream.once('readable', resolve));
      found?.stream.destroy();
      await closed;
    }
    expect((await read('long'))?.bytes).toBe(8 * 2 ** 20);
  });
});

/** Settings of a store at whose address no server listens. */
const NOBODY: S3Settings = {
  origin: 'http://localhost:9',
  region: 'us-east-1',
  bucket: 'none',
  prefix: '',
  accessKeyId: 'somebody',
  secretAccessKey: 'something',
  pathStyle: true,
};

it('a list that cannot be read is reported as a failure of the store', async () => {
  const origin = await answerInTest((_, response) => response.end('<html>Welcome to the portal</html>'));
  const store = createS3Store({ ...NOBODY, origin }, TEST_PATIENCE);
  const failure = await store
    .list('')
    [Symbol.asyncIterator]()
    .next()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ObjectStoreError);
  expect(String(failure)).toContain('Expected a list, got html');
  store.close();
});

it('a store that accepts no connections, sends no answer or is unreachable is given up', async () => {
  const patience = { ...TEST_PATIENCE, answerMs: 500, triesMax: 2 };
  await expect(createS3Store(NOBODY, patience).head('key')).rejects.toThrow('could not be reached');
  const silent = await startSilentServer();
  const store = createS3Store({ ...NOBODY, origin: silent.origin }, patience);
  await expect(store.head('key')).rejects.toThrow('no answer within 500 ms');
  await expect.poll(() => silent.taken).toBe(2);
  await silent.stop();
  const full = await startFullServer();
  const unheard = createS3Store({ ...NOBODY, origin: full.origin }, patience);
  await expect(unheard.head('key')).rejects.toThrow('no answer within 500 ms');
  await full.stop();
});

it('a slow store is waited for while it answers other requests', async () => {
  let asked = 0;
  const waiting: ServerResponse[] = [];
  const origin = await answerInTest(({ url }, response) => {
    if (url !== '/') waiting.push(response);
    else asked += 1;
    if (url === '/') response.end();
    if (asked === 2) for (const long of waiting.splice(0)) long.end();
  });
  const store = createS3Store({ ...NOBODY, origin }, { ...TEST_PATIENCE, silentMs: 1000 });
  expect(await store.head('key')).toBeDefined();
  expect(asked).toBe(2);
  store.close();
});

it('an unreachable store gets one attempt per call until it is reached again', async () => {
  let tries = 0;
  let isOff = true;
  const origin = await answerInTest(({ socket }, response) => {
    tries += 1;
    if (isOff) socket.destroy();
    else response.end();
  });
  const store = createS3Store({ ...NOBODY, origin }, { ...TEST_PATIENCE, firstDelayMs: 1 });
  const triesOf = async (): Promise<number> => {
    const before = tries;
    await store.head('key').catch(() => undefined);
    return tries - before;
  };
  expect([await triesOf(), await triesOf(), await triesOf()]).toEqual([TEST_PATIENCE.triesMax, 1, 1]);
  isOff = false;
  expect(await triesOf()).toBe(1);
  isOff = true;
  expect(await triesOf()).toBe(TEST_PATIENCE.triesMax);
  store.close();
});
