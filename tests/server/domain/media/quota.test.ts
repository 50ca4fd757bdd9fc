import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ParcoursId, Privilege, Role, UserId } from '../../../../contracts/vocabulary.ts';
import { createDiskReserve } from '../../../../server/domain/disk-reserve.ts';
import { createQuota, type Quota } from '../../../../server/domain/media/quota.ts';
import { insertAccount, markEmailVerified } from '../../../../server/store/accounts.ts';
import type { Database } from '../../../../server/store/database.ts';
import { putMedia } from '../../../../server/store/media.ts';
import { insertParcours, putMembership } from '../../../../server/store/parcours.ts';
import { openTestDatabase } from '../../../support/test-database.ts';

const QUOTA = 1000;
const LIMITS = { accountBytes: QUOTA, freshBytes: 100, totalBytes: 2 * QUOTA };
const CREATED = '2026-11-21T00:00:00.000Z';

let dataDir: string;
let database: Database;
let quota: Quota;
let ana: UserId;
let bo: UserId;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-quota-'));
  database = await openTestDatabase(dataDir);
  quota = createQuota(database, LIMITS, createDiskReserve(dataDir, 0));
  ana = await addAccount('ana@example.org');
  bo = await addAccount('bo@example.org');
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function addAccount(email: string, role: Role = 'editor', google_subject: string | null = null): Promise<UserId> {
  const row = { email, name: email, role, google_subject, password_hash: '', picture: null, created_at: CREATED };
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
    await expect(broken.reserve(ana, LIMITS.freshBytes)).rejects.toThrow();
    await broken.reserveForRepeat(ana, LIMITS.freshBytes);
  });

  test('is checked again when an upload is stored', async () => {
    await keep(ana, QUOTA);
    await database.transact((tx) => quota.check(tx, ana));
    await keep(ana, 1);
    await expect(database.transact((tx) => quota.check(tx, ana))).rejects.toMatchObject(refused);
  });
});

describe('an account for which nobody vouches', () => {
  let fresh: UserId;
  beforeEach(async () => {
    fresh = await addAccount('fresh@example.org', 'user');
  });

  test('may keep little, and its refusal says so', async () => {
    await quota.reserve(fresh, 100);
    await expect(quota.reserve(fresh, 1)).rejects.toThrow(
      'Expected at most 100 bytes of uploads for an account for which nobody vouches, got 101',
    );
    await keep(fresh, 101);
    await expect(database.transact((tx) => quota.check(tx, fresh))).rejects.toMatchObject(refused);
  });

  test.each<Privilege>(['drop', 'editor', 'admin'])('has the whole as %s on a map of an editor', async (privilege) => {
    await addMap([ana, 'admin'], [fresh, privilege]);
    await quota.reserve(fresh, QUOTA);
  });

  test('has the whole on the map of somebody for whom an editor vouches, or of who signs in with Google', async () => {
    const between = await addAccount('between@example.org', 'user');
    await addMap([between, 'admin'], [fresh, 'drop']);
    await expect(quota.reserve(fresh, 101)).rejects.toMatchObject(refused);
    await addMap([ana, 'admin'], [between, 'drop']);
    (await quota.reserve(fresh, QUOTA))();

    const other = await addAccount('other@example.org', 'user');
    const google = await addAccount('google@example.org', 'user', 'subject');
    await quota.reserve(google, 1);
    await addMap([google, 'admin'], [other, 'drop']);
    await quota.reserve(other, 200);
  });

  test('has the whole once its address was verified', async () => {
    await expect(quota.reserve(fresh, 101)).rejects.toMatchObject(refused);
    await database.transact((tx) => markEmailVerified(tx, fresh, CREATED));
    await quota.reserve(fresh, QUOTA);
  });

  test('gains nothing as a guest, on its own map, or by accounts that invite one another', async () => {
    await addMap([ana, 'admin'], [fresh, 'guest']);
    await addMap([fresh, 'admin']);
    await addMap([fresh, 'admin'], [ana, 'editor']);
    const twin = await addAccount('twin@example.org', 'user');
    await addMap([twin, 'admin'], [fresh, 'admin']);
    await addMap([fresh, 'admin'], [twin, 'drop']);
    for (const account of [fresh, twin]) await expect(quota.reserve(account, 101)).rejects.toMatchObject(refused);
  });

  test('by the sixty, as one address makes them in an hour, reserves no more than sixty small quotas', async () => {
    const accounts: UserId[] = [];
    for (let index = 0; index < 60; index++) accounts.push(await addAccount(`${index}@example.org`, 'user'));
    const [first] = accounts;
    if (first === undefined) throw new Error('Expected an account');
    await addMap([first, 'admin'], ...accounts.slice(1).map((account): [UserId, Privilege] => [account, 'drop']));
    const whole = createQuota(database, { ...LIMITS, totalBytes: null }, createDiskReserve(dataDir, 0));
    const tried = await Promise.allSettled(accounts.map((account) => whole.reserve(account, QUOTA)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    for (const account of accounts) await whole.reserve(account, 100);
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

/** Makes a parcours with these members. */
async function addMap(...members: readonly (readonly [UserId, Privilege])[]): Promise<ParcoursId> {
  return database.transact(async (tx) => {
    const row = { title: 'Le quai', description: '', image_url: null, created_at: CREATED };
    const parcours_id = await insertParcours(tx, row);
    for (const [account_id, privilege] of members) {
      await putMembership(tx, { parcours_id, account_id, privilege, joined_at: CREATED });
    }
    return parcours_id;
  });
}

/** What reads from a database that was closed. */
async function closedReader(): Promise<Database['reader']> {
  const folder = join(dataDir, 'closed');
  const other = await openTestDatabase(folder);
  await other.close();
  return other.reader;
}
