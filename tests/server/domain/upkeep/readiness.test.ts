import { rm } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { chooseFileStores } from '../../../../server/cluster/open-stores.ts';
import { createReadiness, READINESS_CACHED_MS } from '../../../../server/domain/upkeep/readiness.ts';
import type { Database } from '../../../../server/store/database.ts';
import type { MediaFiles } from '../../../../server/store/files.ts';
import { sampleMedia } from '../../../../server/store/media.ts';
import { checkStore } from '../../../../server/store/media-owner.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';

let dataDir: string;
let database: Database;
let files: MediaFiles;
beforeEach(async () => {
  ({ dataDir, database } = await makeDatabase());
  files = await chooseFileStores(dataDir, null).openMedia();
});

/** Prepares the checks, and records the errors behind those that fail. */
async function prepare(
  diskFloorBytes = 0,
  checkSettings: () => Promise<'ok' | 'warned'> = async () => 'ok',
  checkOwner = () => checkStore({ database, files }),
) {
  let nowMs = 0;
  let isAnswering = true;
  const reasons: string[] = [];
  const check = createReadiness({
    database: { ...database, isAnswering: () => isAnswering },
    files,
    checkOwner,
    checkSettings,
    dataDir,
    clock: () => nowMs,
    onFailure: (name, error) => reasons.push(`${name}: ${String(error)}`),
    diskFloorBytes,
  });
  return {
    check,
    reasons,
    fallSilent: (isSilent: boolean) => {
      isAnswering = !isSilent;
    },
    advance: (byMs: number) => {
      nowMs += byMs;
    },
  };
}

test('a disk with too little space is not ready', async () => {
  const { check, reasons } = await prepare(Number.MAX_SAFE_INTEGER);
  expect(await check()).toEqual({
    status: 'not_ready',
    checks: { database: 'ok', disk: 'failed', files: 'ok', settings: 'ok' },
  });
  expect(reasons).toEqual([expect.stringContaining('disk: Error: Expected 9007199254740991 bytes of free space, got')]);
});

test('a database that does not answer within 2 s is not ready until the result expires', async () => {
  const { check, advance } = await prepare();
  // All connections for reading are in use.
  const holders = await Promise.all(
    Array.from({ length: database.reader.client.config.pool.max }, () => database.reader.transaction()),
  );
  const late = {
    status: 'not_ready',
    checks: { database: 'failed', disk: 'ok', files: 'unknown', settings: 'unknown' },
  };
  expect(await check()).toEqual(late);
  await Promise.all(holders.map((holder) => holder.rollback()));
  expect(await check()).toEqual(late);
  advance(READINESS_CACHED_MS);
  expect((await check()).status).toBe('ready');
});

test('a store that does not name the owner of its files within 2 s is not ready', async () => {
  const { check, reasons } = await prepare(0, undefined, () => new Promise(() => undefined));
  expect(await check()).toMatchObject({ status: 'not_ready', checks: { database: 'ok', files: 'failed' } });
  expect(reasons).toEqual([expect.stringContaining('files: Error: Expected the files within 2000 ms')]);
});

test('a warning about settings leaves the server ready, and an error does not', async () => {
  expect(await (await prepare(0, async () => 'warned')).check()).toMatchObject({
    status: 'ready',
    checks: { settings: 'warned' },
  });
  const { check, reasons } = await prepare(0, async () => {
    throw new Error('another SECRET');
  });
  expect(await check()).toMatchObject({ status: 'not_ready', checks: { files: 'ok', settings: 'failed' } });
  expect(reasons).toEqual(['settings: Error: another SECRET']);
});

test('a cached result is dropped when the database falls silent, and when it is back', async () => {
  const { check, fallSilent } = await prepare();
  const before = await check();
  fallSilent(true);
  const silent = await check();
  expect(silent).not.toBe(before);
  expect(await check()).toBe(silent);
  fallSilent(false);
  expect(await check()).not.toBe(silent);
});

test('a clock that is set back does not prolong a cached result', async () => {
  const { check, advance } = await prepare();
  expect((await check()).status).toBe('ready');
  await rm(dataDir, { recursive: true, force: true });
  advance(-1);
  expect((await check()).checks.disk).toBe('failed');
});

test('a sample has as many different rows as exist, up to its size', async () => {
  const created_at = new Date(0).toISOString();
  const row = (first: string) => ({ sha256: first.padEnd(64, '0'), extension: 'wav', size_bytes: 1, created_at });
  for (const count of [0, 1, 4, 5, 16]) {
    const hashes = [...'0123456789abcdef'].slice(0, count).map(row);
    await database.transact(async (tx) => {
      await tx('media').delete();
      if (count > 0) await tx('media').insert(hashes);
    });
    const sample = await sampleMedia(database.reader, 5);
    expect(new Set(sample.map(({ sha256 }) => sha256)).size).toBe(Math.min(count, 5));
  }
});
