import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { SendMail } from '../../../server/domain/mail/mailer.ts';
import { createRetention } from '../../../server/domain/rights/retention.ts';
import type { Database } from '../../../server/store/database.ts';
import { findStored } from '../../support/database/find-bytes.ts';
import { openTestDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  makeParcours,
  makePlace,
  type Person,
  setRole,
  signUp,
  signUpAs,
} from '../../support/server/people.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

const DAY_MS = 24 * 3600 * 1000;
const LONG_AGO = '2020-01-01T00:00:00.000Z';
/** Three years including a leap day. */
const YEARS_MS = (3 * 365 + 1) * DAY_MS;

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

function login({ email, password }: Person) {
  return call(server.origin, 'login', { body: { email, password } });
}

test('an account is deleted three years after its last use, and one used meanwhile stays', async () => {
  const [gone, kept] = [await signUp(server.origin, 'Perdue De Vue'), await signUp(server.origin, 'Kept')];
  const back = await signUp(server.origin, 'Back');
  await makePlace(server.origin, gone, await makeParcours(server.origin, gone));
  server.advance(10 * DAY_MS);
  await server.restart();
  const later = await login(kept);
  await call(server.origin, 'readMe', {}, later.token);
  server.advance(YEARS_MS - 12 * DAY_MS);
  await server.restart();
  expect(await findStored(server.dataDir, { email: gone.email })).not.toEqual([]);
  // A login alone, as the warning asks for, without another call.
  await login(back);
  await server.restart();
  server.advance(3 * DAY_MS);
  await server.restart();
  await expect(login(back)).resolves.toBeDefined();
  const refused = { code: 'invalid_credentials' };
  await expect(login(gone)).rejects.toMatchObject(refused);
  expect(await findStored(server.dataDir, { name: gone.user.name, email: gone.email })).toEqual([]);
  await expect(login(kept)).resolves.toBeDefined();
  server.advance(YEARS_MS + DAY_MS);
  await server.restart();
  await expect(login(kept)).rejects.toMatchObject(refused);
});

test('a map with other members stays and gets one who is no guest as its admin; a map without members goes', async () => {
  const admin = await signUpAs(server, 'Admin', 'admin');
  const [shared, alone] = [await makeParcours(server.origin, admin), await makeParcours(server.origin, admin)];
  const [first, editor] = [await signUp(server.origin, 'First'), await signUp(server.origin, 'Editor')];
  const guest = await signUp(server.origin, 'Guest');
  await addMember(server.origin, admin, shared, first, 'drop');
  await addMember(server.origin, admin, shared, guest, 'editor');
  await addMember(server.origin, admin, shared, editor, 'editor');
  await setRole(server, guest, 'guest');
  await makePlace(server.origin, admin, shared, 'De Admin');
  server.advance(2 * 365 * DAY_MS);
  await server.restart();
  for (const { token } of [await login(editor), await login(guest)]) await call(server.origin, 'readMe', {}, token);
  server.advance(366 * DAY_MS);
  await server.restart();
  await expect(login(admin)).rejects.toMatchObject({ code: 'invalid_credentials' });
  const back = await login(editor);
  const maps = await call(server.origin, 'listParcours', { query: {} }, back.token);
  expect(maps.map(({ id, privilege }) => [id, privilege])).toEqual([[shared, 'admin']]);
  expect(maps.map(({ id }) => id)).not.toContain(alone);
  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [shared] } }, back.token);
  expect(places).toMatchObject([{ appelation: 'De Admin', userId: null }]);
});

describe('where mail is configured', () => {
  let database: Database;
  let aheadMs: number;
  let mails: { readonly to: string; readonly text: string }[];
  let retired: UserId[];
  let failures: UserId[];
  let person: Person;
  beforeEach(async () => {
    database = await openTestDatabase(server.dataDir);
    [aheadMs, mails, retired, failures] = [0, [], [], []];
    person = await signUp(server.origin, 'Person');
    await call(server.origin, 'readMe', {}, person.token);
  });
  afterEach(() => database.close());

  async function run(afterDays: number, sendMail: SendMail = async (mail) => void mails.push(mail)): Promise<void> {
    aheadMs = afterDays * DAY_MS;
    const parts = { database, sendMail, onFailure: (_: unknown, id: UserId) => failures.push(id) };
    const retire = async (id: UserId) => void retired.push(id);
    await createRetention({ ...parts, retire, clock: () => Date.now() + aheadMs }).run(async () => true);
  }
  const END = YEARS_MS / DAY_MS;

  test('the owner is warned once, thirty days before, and the account is deleted at the end', async () => {
    await run(END - 32);
    expect(mails).toEqual([]);
    await run(END - 29);
    await run(END - 15);
    expect(mails).toEqual([expect.objectContaining({ to: person.email, text: expect.stringContaining('trois ans') })]);
    await run(END - 1.5);
    expect(retired).toEqual([]);
    await run(END + 2);
    expect(retired).toEqual([person.user.id]);
  });

  test('a late warning still leaves thirty days, and a returning owner is warned anew next time', async () => {
    await run(END + 5);
    await run(END + 20);
    expect([mails.length, retired]).toEqual([1, []]);
    await database.transact((tx) =>
      tx('accounts')
        .where({ id: person.user.id })
        .update({ active_at: new Date(Date.now() + aheadMs).toISOString(), warned_at: null }),
    );
    await run(END + 40);
    expect(retired).toEqual([]);
    await run(2 * END + 1);
    expect(mails).toHaveLength(2);
  });

  test('an owner who returns while earlier mails are being sent keeps the account', async () => {
    const other = await signUp(server.origin, 'Other');
    const comesBack: SendMail = async () => {
      const now = new Date(Date.now() + aheadMs).toISOString();
      await database.transact((tx) => tx('accounts').where({ id: other.user.id }).update({ active_at: now }));
    };
    await database.transact((tx) => tx('accounts').where({ id: other.user.id }).update({ warned_at: LONG_AGO }));
    await run(END + 5, comesBack);
    expect([failures, retired]).toEqual([[], []]);
  });

  test('if one account cannot be deleted, the others still are, and the failure is thrown', async () => {
    const other = await signUp(server.origin, 'Other');
    const refusing = async (id: UserId) => {
      if (id === person.user.id) throw new Error('busy');
      retired.push(id);
    };
    const parts = {
      database,
      sendMail: null,
      onFailure: () => undefined,
      clock: () => Date.now() + (END + 2) * DAY_MS,
    };
    await expect(createRetention({ ...parts, retire: refusing }).run(async () => true)).rejects.toThrow('busy');
    expect(retired).toEqual([other.user.id]);
  });

  test('a failed mail is retried, and delays the deletion by thirty days at most', async () => {
    const refuse = async () => {
      throw new Error('refused');
    };
    await run(END - 20, refuse);
    await run(END + 20, refuse);
    expect([failures, retired]).toEqual([[person.user.id, person.user.id], []]);
    await run(END + 31, refuse);
    expect(retired).toEqual([person.user.id]);
  });
});
