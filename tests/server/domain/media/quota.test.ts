import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UserId } from '../../../../contracts/vocabulary.ts';
import { createDiskReserve } from '../../../../server/domain/media/disk-reserve.ts';
import { createQuota, type Quota } from '../../../../server/domain/media/quota.ts';
import { insertAccount } from '../../../../server/store/accounts.ts';
import { type Database, openDatabase } from '../../../../server/store/database.ts';
import { putMedia } from '../../../../server/store/media.ts';

const QUOTA = 1000;
const LIMITS = { accountBytes: QUOTA, totalBytes: 2 * QUOTA };
const CREATED = '2026-11-21T00:00:00.000Z';

let dataDir: string;
let database: Database;
let quota: Quota;
let ana: UserId;
let bo: UserId;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-quota-'));
  database = await openDatabase(dataDir);
  quota = createQuota(database, LIMITS, createDiskReserve(dataDir, 0));
  ana = await addAccount('ana@example.org');
  bo = await addAccount('bo@example.org');
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function addAccount(email: string): Promise<UserId> {
  const row = { email, name: email, role: 'editor' as const, password_hash: '', picture: null, created_at: CREATED };
  const account = await database.transact((tx) => insertAccount(tx, row));
  if (account === undefined) throw new Error('Expected an account');
  return account.id;
}

/** Notes audio of so many bytes as uploaded. */
function keep(uploader: UserId, bytes: number): Promise<void> {
  const sha256 = createHash('sha256').update(`${uploader} ${bytes}`).digest('hex');
  const file = { sha256, extension: 'wav', size_bytes: bytes, duration_s: 1, uploader_id: uploader };
  return database.transact((tx) => putMedia(tx, { ...file, created_at: CREATED }));
}

const refused = { code: 'quota_exceeded' };

describe('what an account may keep', () => {
  test('counts stored and arriving bytes, of this account only', async () => {
    await keep(ana, 600);
    await keep(bo, 900);
    const release = await quota.reserve(ana, 300);
    await expect(quota.reserve(ana, 101)).rejects.toMatchObject(refused);
    await quota.reserve(ana, 100);
    release();
    await quota.reserve(ana, 300);
  });

  test('is reported with the limit and the would-be total', async () => {
    await keep(ana, 600);
    await expect(quota.reserve(ana, 401)).rejects.toThrow(
      'Expected at most 1000 bytes of uploads for this account, got 1001',
    );
  });

  test('does not count refused reservations', async () => {
    await expect(quota.reserve(ana, QUOTA + 1)).rejects.toMatchObject(refused);
    await quota.reserve(ana, QUOTA);
  });

  test('never admits two at once that do not both fit', async () => {
    const both = await Promise.allSettled([quota.reserve(ana, 600), quota.reserve(ana, 600)]);
    expect(both.some(({ status }) => status === 'rejected')).toBe(true);
  });

  test('is released if the lookup fails', async () => {
    const broken = createQuota({ ...database, reader: await closedReader() }, LIMITS, createDiskReserve(dataDir, 0));
    await expect(broken.reserve(ana, QUOTA)).rejects.toThrow();
    await broken.reserveForRepeat(ana, QUOTA);
  });

  test('is checked again when an upload is stored', async () => {
    await keep(ana, QUOTA);
    await database.transact((tx) => quota.check(tx, ana));
    await keep(ana, 1);
    await expect(database.transact((tx) => quota.check(tx, ana))).rejects.toMatchObject(refused);
  });
});

describe('what all accounts may keep together', () => {
  test('counts stored and arriving bytes of everybody', async () => {
    const cai = await addAccount('cai@example.org');
    await keep(ana, 900);
    const release = await quota.reserve(bo, 900);
    await expect(quota.reserve(cai, 201)).rejects.toMatchObject({ code: 'disk_full' });
    await quota.reserve(cai, 200);
    release();
    await quota.reserve(cai, 800);
  });

  test('does not keep a repeat out, which needs no more space', async () => {
    await keep(ana, QUOTA);
    await keep(bo, QUOTA);
    await quota.reserveForRepeat(ana, QUOTA);
  });
});

describe('repeats, and uploads reserved before', () => {
  test('count only while arriving, for repeats', async () => {
    await keep(ana, QUOTA);
    const release = await quota.reserveForRepeat(ana, QUOTA);
    await expect(quota.reserveForRepeat(ana, 1)).rejects.toMatchObject(refused);
    release();
    await quota.reserveForRepeat(ana, QUOTA);
  });

  test('are never refused if reserved before, and count for later ones', async () => {
    await keep(ana, QUOTA);
    quota.hold(ana, QUOTA)();
    const release = quota.hold(bo, QUOTA);
    await expect(quota.reserve(bo, 1)).rejects.toMatchObject(refused);
    release();
    await quota.reserve(bo, 1);
  });
});

/** What reads from a database that was closed. */
async function closedReader(): Promise<Database['reader']> {
  const folder = join(dataDir, 'closed');
  const other = await openDatabase(folder);
  await other.close();
  return other.reader;
}
