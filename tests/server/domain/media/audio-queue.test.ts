import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { chooseFileStores } from '../../../../server/cluster/open-stores.ts';
import { LEASE_MS, retryWaitMs, UNFINISHED_MAX } from '../../../../server/domain/leases.ts';
import { type AudioQueue, createAudioQueue } from '../../../../server/domain/media/audio-queue.ts';
import { createPlayedMedia } from '../../../../server/domain/media/played-media.ts';
import { type MediaFiles, writeIncoming } from '../../../../server/store/files.ts';
import { listWithoutPeaks, type MediaRow, peaksNameOf, putMedia, updateMedia } from '../../../../server/store/media.ts';
import { type SharedLeases, shareLeases } from '../../../support/server/leases.ts';
import { noFailure } from '../../../support/server/no-failure.ts';

let shared: SharedLeases;
let files: MediaFiles;
/** Each attempt that began: its server and the SHA-256 of its audio. */
let attempts: { readonly server: string; readonly sha256: string }[];
let failures: (readonly [sha256: string | undefined, failures: number | undefined])[];
beforeEach(async () => {
  shared = await shareLeases();
  files = await chooseFileStores(shared.dataDir, null).openMedia();
  [attempts, failures] = [[], []];
});

const HASHES = Array.from({ length: 40 }, (_, at) => createHash('sha256').update(String(at)).digest('hex'));

async function store(hashes: readonly string[]): Promise<void> {
  await shared.database.transact(async (tx) => {
    for (const [at, sha256] of hashes.entries()) {
      const created_at = new Date(Date.parse('2026-11-24T11:00:00Z') + at * 1000).toISOString();
      await putMedia(tx, { sha256, extension: 'wav', size_bytes: 4, duration_s: 1, created_at });
    }
  });
}

/** The queue of a server that makes waveforms with `make`. */
async function join(
  server: string,
  make = async (audio: MediaRow): Promise<string> => `waveform of ${audio.sha256}`,
  before: string | null = null,
): Promise<AudioQueue> {
  const { database } = shared;
  const id = `${server} ${randomUUID()}`;
  return createAudioQueue({
    database,
    played: createPlayedMedia(database, files, noFailure),
    leases: await shared.join({ id, before }),
    kind: 'waveform',
    find: (reader, free) => listWithoutPeaks(reader, free, 3),
    isMade: ({ peaks_sha256 }) => peaks_sha256 !== null,
    make: async (audio, keep) => {
      attempts.push({ server, sha256: audio.sha256 });
      const { path, sha256 } = await writeIncoming(files, Buffer.from(await make(audio)));
      await keep({
        path,
        name: peaksNameOf(audio.sha256),
        note: (tx) => updateMedia(tx, audio.sha256, { peaks_sha256: sha256 }),
      });
    },
    countFailure: async (_tx, _audio, failuresBefore) => failuresBefore + 1,
    onFailure: (_error, audio) => failures.push([audio?.sha256, audio?.failures]),
  });
}

const missing = (): Promise<string[]> => shared.database.reader('media').where({ peaks_sha256: null }).pluck('sha256');

test('several servers share the missing files: each is made once, and each server makes some', async () => {
  await store(HASHES);
  const servers = await Promise.all(['one', 'two', 'three'].map((name) => join(name)));
  await Promise.all(servers.map((queue) => queue.makeMissing()));
  expect(attempts.map(({ sha256 }) => sha256).sort()).toEqual([...HASHES].sort());
  expect(new Set(attempts.map(({ server }) => server)).size).toBe(3);
  expect(await missing()).toEqual([]);
  expect([await shared.database.reader('leases'), failures]).toEqual([[], []]);
});

test('the work of a killed server is done by another after its lease has expired', async () => {
  const [audio = ''] = HASHES;
  await store([audio]);
  const killed = await join('killed', () => new Promise(() => undefined));
  void killed.makeMissing();
  await expect.poll(() => attempts).toHaveLength(1);
  const other = await join('other');
  await other.makeMissing();
  expect(await missing()).toEqual([audio]);
  shared.advance(LEASE_MS);
  await other.makeMissing();
  expect(await missing()).toEqual([]);
});

test('a slow server stores nothing once another has taken over', async () => {
  const [audio = ''] = HASHES;
  await store([audio]);
  let finish = (): void => undefined;
  const slow = await join('slow', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return 'a late waveform';
  });
  const run = slow.makeMissing();
  await expect.poll(() => attempts).toHaveLength(1);
  shared.advance(LEASE_MS);
  let finishOther = (): void => undefined;
  const other = await join('other', async () => {
    await new Promise<void>((resolve) => {
      finishOther = resolve;
    });
    return 'the waveform';
  });
  const otherRun = other.makeMissing();
  await expect.poll(() => attempts).toHaveLength(2);
  finish();
  await run;
  expect([await missing(), failures]).toEqual([[audio], []]);
  finishOther();
  await otherRun;
  const [row] = await shared.database.reader<MediaRow>('media').where({ sha256: audio });
  expect(row?.peaks_sha256).toBe(createHash('sha256').update('the waveform').digest('hex'));
});

test('failed work waits longer each time and blocks no other; a new upload retries it at once', async () => {
  const [broken = '', sound = ''] = HASHES;
  await store([broken, sound]);
  const queue = await join('one', async (audio) => {
    if (audio.sha256 === broken) throw new Error('no WAV');
    return 'fine';
  });
  await queue.makeMissing();
  expect(await missing()).toEqual([broken]);
  for (const before of [0, 1]) {
    shared.advance(retryWaitMs(before) - 1);
    await queue.makeMissing();
    expect(failures).toHaveLength(before + 1);
    shared.advance(1);
    await queue.makeMissing();
  }
  await queue.make(broken);
  expect(failures).toEqual([1, 2, 3, 4].map((count) => [broken, count]));
});

test('work that has killed too many servers counts as failed without being started', async () => {
  const [deadly = ''] = HASHES;
  await store([deadly]);
  await shared.database.transact((tx) =>
    tx('leases').insert({ kind: 'waveform', subject: deadly, unfinished: UNFINISHED_MAX }),
  );
  const queue = await join('one');
  await queue.makeMissing();
  expect(attempts).toEqual([]);
  shared.advance(LEASE_MS);
  await queue.makeMissing();
  expect([attempts, failures]).toEqual([[], [[deadly, 1]]]);
  await queue.makeMissing();
  expect(failures).toHaveLength(1);
  shared.advance(retryWaitMs(0));
  await queue.makeMissing();
  await queue.make(deadly);
  expect([attempts, failures]).toEqual([
    [],
    [
      [deadly, 1],
      [deadly, 2],
    ],
  ]);
});

test('work that a stopping server aborts does not count as an attempt', async () => {
  const [audio = ''] = HASHES;
  await store([audio]);
  let abort = (_reason: Error): void => undefined;
  const stopping = await join(
    'stopping',
    () =>
      new Promise((_resolve, reject) => {
        abort = reject;
      }),
  );
  const run = stopping.makeMissing();
  await expect.poll(() => attempts).toHaveLength(1);
  await stopping.close(async () => abort(new Error('closed')));
  await run;
  expect(failures).toEqual([]);
  expect(await shared.database.reader('leases').pluck('unfinished')).toEqual([0]);
  await (await join('next')).makeMissing();
  expect(await missing()).toEqual([]);
});

test('audio that is deleted while its file is made leaves no lease and no failure', async () => {
  const [audio = ''] = HASHES;
  await store([audio]);
  const queue = await join('one', async () => {
    await shared.database.transact((tx) => tx('media').delete());
    return 'too late';
  });
  await queue.makeMissing();
  expect([await shared.database.reader('leases'), failures]).toEqual([[], []]);
});
