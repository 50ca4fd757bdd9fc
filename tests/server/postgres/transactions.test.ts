import { afterEach, beforeEach, expect, test } from 'vitest';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Subjects } from '../../../server/store/database.ts';
import { openTestDatabase, removeTestDatabase, withDatabase } from '../../support/database/test-database.ts';
import { waitingIn } from '../../support/postgres/client.ts';
import { makeFolder } from '../../support/test-folder.ts';

const [ana, boris] = [{ account: UserId.parse(1) }, { account: UserId.parse(2) }];
const anasDrop = { account: UserId.parse(1), parcours: ParcoursId.parse(7) };
const borisDrop = { account: UserId.parse(2), parcours: ParcoursId.parse(7) };

let dataDir: string;
let one: Database;
let other: Database;
beforeEach(async () => {
  dataDir = await makeFolder();
  [one, other] = [await openTestDatabase(dataDir), await openTestDatabase(dataDir)];
});
afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
  await removeTestDatabase(dataDir);
});

/** Holds a transaction of one server open while another runs one; returns both in the order of their ends. */
async function runBeside(held: Subjects | undefined, then: Subjects | undefined): Promise<string[]> {
  const steps: string[] = [];
  let release = (): void => undefined;
  const holding = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const first = one.transact(async () => {
    begin();
    await holding;
    steps.push('first');
  }, held);
  await begun;
  const second = other.transact(async () => steps.push('second'), then);
  // The second one has ended or waits for a lock.
  await expect.poll(async () => steps.length > 0 || (await isWaiting())).toBe(true);
  release();
  await Promise.all([first, second]);
  return steps;
}

async function isWaiting(): Promise<boolean> {
  return (await waitingIn(one.reader)).length > 0;
}

test.each([
  ['two without a subject', undefined, undefined],
  ['one about an account, and one without a subject', ana, undefined],
  ['one without a subject, and one about an account', undefined, ana],
  ['two about one account', ana, ana],
  ['two about one parcours, of two accounts', anasDrop, borisDrop],
])('transactions of two servers wait for each other: %s', async (_, held, then) => {
  expect(await runBeside(held, then)).toEqual(['first', 'second']);
});

test('transactions about two accounts run at the same time', async () => {
  expect(await runBeside(ana, boris)).toEqual(['second', 'first']);
});

test('transactions that name the same subjects in another order cause no deadlock', async () => {
  const subjects: Subjects[] = [
    { account: UserId.parse(1), parcours: ParcoursId.parse(1) },
    { parcours: ParcoursId.parse(1), account: UserId.parse(1) },
  ];
  const all = Array.from({ length: 40 }, (_, index) =>
    (index % 2 === 0 ? one : other).transact(
      async (tx) => {
        await tx.raw('select 1');
        return index;
      },
      subjects[index % 2],
    ),
  );
  expect(await Promise.all(all)).toHaveLength(40);
});

test('a named lock outlasts the database’s timeout for idle transactions', async () => {
  const found = await one.reader.raw('select current_database() as name');
  await one.transact((tx) =>
    tx.raw("alter database ?? set idle_in_transaction_session_timeout = '100ms'", [found.rows[0].name]),
  );
  await withDatabase(dataDir, async (limited) => {
    const done = limited.exclusively('a file', async () => {
      await expect.poll(longestLockMs).toBeGreaterThan(300);
      return 'done';
    });
    expect(await done).toBe('done');
  });
});

/** Returns how long the transaction that holds a lock has been idle; 0 if there is none. */
async function longestLockMs(): Promise<number> {
  const { rows } = await one.reader.raw<{ rows: { ms: number | null }[] }>(
    `select extract(epoch from max(clock_timestamp() - state_change)) * 1000 as ms
      from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and datname = current_database() and state = 'idle in transaction'`,
  );
  return rows[0]?.ms ?? 0;
}
