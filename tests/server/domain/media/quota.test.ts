import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ParcoursId, Privilege, Role, UserId } from '../../../../contracts/vocabulary.ts';
import { createDiskReserve } from '../../../../server/domain/disk-reserve.ts';
import {
  EXTEND_EACH_MS,
  openQuota,
  type Quota,
  type QuotaLimits,
  RESERVED_MS,
  UNFINISHED_UPLOAD_DAYS,
} from '../../../../server/domain/media/quota.ts';
import { insertAccount, markEmailVerified, updateAccount } from '../../../../server/store/accounts.ts';
import type { Database } from '../../../../server/store/database.ts';
import { putMedia } from '../../../../server/store/media.ts';
import { insertParcours, putMembership } from '../../../../server/store/parcours.ts';
import { deleteUnfinished, insertUnfinished } from '../../../../server/store/uploads.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';
import { isOnPostgres } from '../../../support/database/test-database.ts';

const QUOTA = 1000;
const LIMITS = { accountBytes: QUOTA, freshBytes: 100, totalBytes: 2 * QUOTA };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CREATED = '2026-11-21T00:00:00.000Z';

let dataDir: string;
let database: Database;
let quota: Quota;
let ana: UserId;
let bo: UserId;
let nowMs: number;
let announced = 0;
beforeEach(async () => {
  ({ dataDir, database } = await makeDatabase());
  nowMs = Date.parse(CREATED);
  quota = await open();
  ana = await addAccount('ana@example.org');
  bo = await addAccount('bo@example.org');
});
afterEach(async () => {
  await quota.close();
});

/** Opens the quotas of one of several servers. */
function open(limits: QuotaLimits = LIMITS, on = database): Promise<Quota> {
  return openQuota({
    database: on,
    limits,
    disk: createDiskReserve(dataDir, 0),
    hasPartsOnDisk: true,
    clock: () => nowMs,
    onFailure: (error) => {
      throw error;
    },
  });
}

/** Records an upload in parts of `size_bytes` bytes if it fits, and returns its id. */
async function announce(account_id: UserId, size_bytes: number, isRepeat = false): Promise<string> {
  const id = `upload ${++announced}`;
  const created_at = new Date(nowMs).toISOString();
  await database.transact(async (tx) => {
    await insertUnfinished(tx, { id, account_id, key: null, size_bytes, created_at });
    await quota.expectFits(tx, account_id, isRepeat);
  });
  return id;
}

async function addAccount(email: string, role: Role = 'editor', google_subject: string | null = null): Promise<UserId> {
  const row = { email, name: email, role, google_subject, password_hash: '', picture: null, created_at: CREATED };
  const account = await database.transact((tx) => insertAccount(tx, row));
  if (account === undefined) throw new Error('Expected an account');
  return account.id;
}

/** Records audio of `bytes` bytes as uploaded. */
function keep(uploader: UserId, bytes: number): Promise<void> {
  const sha256 = createHash('sha256').update(`${uploader} ${bytes}`).digest('hex');
  const file = { sha256, extension: 'wav', size_bytes: bytes, duration_s: 1, uploader_id: uploader };
  return database.transact((tx) => putMedia(tx, { ...file, created_at: CREATED }));
}

const refused = { code: 'quota_exceeded' };

describe('the quota of an account', () => {
  test('counts stored and arriving bytes, of this account only', async () => {
    await keep(ana, 600);
    await keep(bo, 900);
    const release = await quota.reserve(ana, 300);
    await expect(quota.reserve(ana, 101)).rejects.toMatchObject(refused);
    await quota.reserve(ana, 100);
    await release();
    await quota.reserve(ana, 300);
  });

  test('is reported with its limit and the resulting total', async () => {
    await keep(ana, 600);
    await expect(quota.reserve(ana, 401)).rejects.toThrow(
      'Expected at most 1000 bytes of uploads for this account, got 1001',
    );
  });

  test('is the value that an admin has set, above or below the settings, vouched for or not', async () => {
    const fresh = await addAccount('fresh@example.org', 'user');
    await database.transact(async (tx) => {
      await updateAccount(tx, ana, { quota_bytes: 50 });
      await updateAccount(tx, fresh, { quota_bytes: 1500 });
    });
    await expect(quota.reserve(ana, 51)).rejects.toThrow('at most 50 bytes of uploads for this account, got 51');
    await quota.reserve(fresh, 1500);
    await expect(quota.reserve(fresh, 1)).rejects.toMatchObject(refused);
    await database.transact((tx) => updateAccount(tx, ana, { quota_bytes: null }));
    await quota.reserve(ana, 51);
  });

  test('does not count refused reservations', async () => {
    await expect(quota.reserve(ana, QUOTA + 1)).rejects.toMatchObject(refused);
    await quota.reserve(ana, QUOTA);
  });

  test('never admits two concurrent reservations that do not both fit', async () => {
    const both = await Promise.allSettled([quota.reserve(ana, 600), quota.reserve(ana, 600)]);
    expect(both.some(({ status }) => status === 'rejected')).toBe(true);
  });

  test('is not used up by a reservation whose lookup fails', async () => {
    let isBroken = false;
    const flaky: Database = {
      ...database,
      transact: (work) =>
        database.transact(async (tx) => {
          if (isBroken) await tx.schema.dropTable('images');
          return work(tx);
        }),
    };
    const failing = await open(LIMITS, flaky);
    isBroken = true;
    await expect(failing.reserve(ana, QUOTA)).rejects.toThrow();
    await failing.close();
    await quota.reserve(ana, QUOTA);
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

  test('has a small quota, and its refusal says so', async () => {
    await quota.reserve(fresh, 100);
    await expect(quota.reserve(fresh, 1)).rejects.toThrow(
      'Expected at most 100 bytes of uploads for an account for which nobody vouches, got 101',
    );
    await keep(fresh, 101);
    await expect(database.transact((tx) => quota.check(tx, fresh))).rejects.toMatchObject(refused);
  });

  test.each<Privilege>(['drop', 'editor', 'admin'])('has a full quota as %s on an editor’s map', async (privilege) => {
    await addMap([ana, 'admin'], [fresh, privilege]);
    await quota.reserve(fresh, QUOTA);
  });

  test('has the full quota on a map of an account that an editor or Google vouches for', async () => {
    const between = await addAccount('between@example.org', 'user');
    await addMap([between, 'admin'], [fresh, 'drop']);
    await expect(quota.reserve(fresh, 101)).rejects.toMatchObject(refused);
    await addMap([ana, 'admin'], [between, 'drop']);
    await (await quota.reserve(fresh, QUOTA))();

    const other = await addAccount('other@example.org', 'user');
    const google = await addAccount('google@example.org', 'user', 'subject');
    await quota.reserve(google, 1);
    await addMap([google, 'admin'], [other, 'drop']);
    await quota.reserve(other, 200);
  });

  test('has the full quota once its address is verified', async () => {
    await expect(quota.reserve(fresh, 101)).rejects.toMatchObject(refused);
    await database.transact((tx) => markEmailVerified(tx, fresh, CREATED));
    await quota.reserve(fresh, QUOTA);
  });

  test('gains nothing as a guest, on its own map, or from accounts that invite each other', async () => {
    await addMap([ana, 'admin'], [fresh, 'guest']);
    await addMap([fresh, 'admin']);
    await addMap([fresh, 'admin'], [ana, 'editor']);
    const twin = await addAccount('twin@example.org', 'user');
    await addMap([twin, 'admin'], [fresh, 'admin']);
    await addMap([fresh, 'admin'], [twin, 'drop']);
    for (const account of [fresh, twin]) await expect(quota.reserve(account, 101)).rejects.toMatchObject(refused);
  });

  test('multiplied by sixty reserves no more than sixty small quotas', async () => {
    const accounts: UserId[] = [];
    for (let index = 0; index < 60; index++) accounts.push(await addAccount(`${index}@example.org`, 'user'));
    const [first] = accounts;
    if (first === undefined) throw new Error('Expected an account');
    await addMap([first, 'admin'], ...accounts.slice(1).map((account): [UserId, Privilege] => [account, 'drop']));
    const whole = await open({ ...LIMITS, totalBytes: null });
    const tried = await Promise.allSettled(accounts.map((account) => whole.reserve(account, QUOTA)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    for (const account of accounts) await whole.reserve(account, 100);
    await whole.close();
  });
});

describe('the quota of all accounts together', () => {
  test('counts stored and arriving bytes of all accounts', async () => {
    const cai = await addAccount('cai@example.org');
    await keep(ana, 900);
    const release = await quota.reserve(bo, 900);
    await expect(quota.reserve(cai, 201)).rejects.toMatchObject({ code: 'disk_full' });
    await quota.reserve(cai, 200);
    await release();
    await quota.reserve(cai, 800);
  });

  test('admits a repeat, which needs no further space', async () => {
    await keep(ana, QUOTA);
    await keep(bo, QUOTA);
    await quota.reserveForRepeat(ana, QUOTA);
  });
});

describe('repeats', () => {
  test('count only while arriving', async () => {
    await keep(ana, QUOTA);
    const release = await quota.reserveForRepeat(ana, QUOTA);
    await expect(quota.reserveForRepeat(ana, 1)).rejects.toMatchObject(refused);
    await release();
    await quota.reserveForRepeat(ana, QUOTA);
  });
});

describe('an upload in parts', () => {
  test('counts from its start until it is deleted or expires, and is refused above the quota', async () => {
    await keep(ana, 600);
    await expect(announce(ana, 401)).rejects.toMatchObject(refused);
    const id = await announce(ana, 400);
    await expect(quota.reserve(ana, 1)).rejects.toMatchObject(refused);
    await database.transact((tx) => deleteUnfinished(tx, id));
    await announce(ana, 400);
    nowMs += UNFINISHED_UPLOAD_DAYS * DAY_MS;
    await quota.reserve(ana, 400);
  });

  test('counts towards the quota of all accounts together', async () => {
    await announce(ana, QUOTA);
    await announce(bo, 900);
    const cai = await addAccount('cai@example.org');
    await expect(announce(cai, 101)).rejects.toMatchObject({ code: 'disk_full' });
    await announce(cai, 100);
  });

  test('that repeats another counts only together with arriving bytes', async () => {
    await keep(ana, QUOTA);
    await announce(ana, QUOTA, true);
    await expect(announce(ana, 1, true)).rejects.toMatchObject(refused);
  });
});

describe('a server’s reservation', () => {
  test('counts for a minute after a killed server’s last renewal, and is deleted later', async () => {
    await quota.reserve(ana, QUOTA);
    await quota.close();
    nowMs += RESERVED_MS - 1;
    await expect(quota.reserve(ana, 1)).rejects.toMatchObject(refused);
    nowMs += 1;
    await quota.reserve(ana, 1);
    nowMs += HOUR_MS;
    await quota.deleteForgotten();
    expect(await database.reader('arriving_bytes').pluck('size_bytes')).toEqual([1]);
  });

  test.runIf(!isOnPostgres())('no longer counts once the server has started again on its database file', async () => {
    await quota.reserve(ana, QUOTA);
    await quota.close();
    quota = await open();
    await quota.reserve(ana, QUOTA);
  });

  test('counts as long as the server lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const living = await open();
    try {
      await living.reserve(ana, QUOTA);
      for (let elapsedMs = 0; elapsedMs < 3 * RESERVED_MS; elapsedMs += EXTEND_EACH_MS) {
        nowMs += EXTEND_EACH_MS;
        await vi.advanceTimersByTimeAsync(EXTEND_EACH_MS);
        const until = new Date(nowMs + RESERVED_MS).toISOString();
        await expect.poll(() => database.reader('arriving_bytes').pluck('until')).toEqual([until]);
      }
      await expect(quota.reserve(ana, 1)).rejects.toMatchObject(refused);
    } finally {
      await living.close();
      vi.useRealTimers();
    }
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
