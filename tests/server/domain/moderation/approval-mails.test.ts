import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import type { SendMail } from '../../../../server/domain/mail/mailer.ts';
import { createApprovalMails } from '../../../../server/domain/moderation/approval-mails.ts';
import type { Database } from '../../../../server/store/database.ts';
import { openTestDatabase } from '../../../support/database/test-database.ts';
import { call } from '../../../support/server/api.ts';
import { addMember, makeParcours, makePlace, type Person, signUp, signUpAs } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const DAY_MS = 24 * 3600 * 1000;

const server = useServer();
let database: Database;
let owner: Person;
let author: Person;
let parcoursId: ParcoursId;
let mails: { readonly to: string; readonly subject: string; readonly text: string }[];
let failures: UserId[];
let days = 0;

beforeAll(async () => {
  database = await openTestDatabase(server.dataDir);
  owner = await signUpAs(server, 'Owner', 'editor');
  author = await signUp(server.origin, 'Author');
  parcoursId = await makeParcours(server.origin, owner);
  await addMember(server.origin, owner, parcoursId, author, 'drop');
  const params = { mapId: parcoursId };
  await call(server.origin, 'requireApproval', { params, body: { required: true } }, owner.token);
  await makePlace(server.origin, author, parcoursId, 'Le pont');
  await makePlace(server.origin, author, parcoursId, 'La grue');
  for (const person of [owner, author]) await choose(person, true);
  await database.transact((tx) => tx('accounts').update({ email_verified_at: new Date().toISOString() }));
});
afterAll(() => database.close());
beforeEach(() => {
  [mails, failures] = [[], []];
  days += 10;
});

const choose = (person: Person, wanted: boolean) =>
  call(server.origin, 'chooseApprovalMails', { body: { wanted } }, person.token);

async function run(atDay: number, sendMail: SendMail | null = async (mail) => void mails.push(mail)): Promise<void> {
  const parts = { database, sendMail, publicUrl: 'https://example.org', clock: () => Date.now() + atDay * DAY_MS };
  const onFailure = (_: unknown, id: UserId) => void failures.push(id);
  await createApprovalMails({ ...parts, onFailure }).run(async () => true);
}

describe('people who want approval mails', () => {
  test('get one with the number of drops that wait for them, and a link', async () => {
    await run(days);
    expect(mails.map(({ to }) => to)).toEqual([owner.email]);
    expect(mails[0]?.subject).toBe('Drop ici : 2 drops attendent votre validation');
    expect(mails[0]?.text).toContain('https://example.org/home/avalider\n');
  });

  test('get one a day at the most, also after a restart', async () => {
    for (const day of [days, days + 0.5, days + 1, days + 1.1]) await run(day);
    expect(mails).toHaveLength(2);
  });

  test('get it the next time if it could not be sent', async () => {
    await run(days, async () => Promise.reject(new Error('full')));
    expect(failures).toEqual([owner.user.id]);
    await run(days);
    expect(mails).toHaveLength(1);
  });

  test('get none at an address that is not verified, and none where no mail is configured', async () => {
    await run(days, null);
    const verify = (at: string | null) =>
      database.transact((tx) => tx('accounts').where({ id: owner.user.id }).update({ email_verified_at: at }));
    await verify(null);
    await run(days);
    expect(mails).toEqual([]);
    await verify(new Date().toISOString());
  });

  test('get one although drops also wait on a parcours that was deleted', async () => {
    const deleted = await makeParcours(server.origin, owner);
    await addMember(server.origin, owner, deleted, author, 'drop');
    const params = { mapId: deleted };
    await call(server.origin, 'requireApproval', { params, body: { required: true } }, owner.token);
    await makePlace(server.origin, author, deleted);
    await call(server.origin, 'deleteParcours', { params }, owner.token);
    await run(days);
    expect(mails.map(({ subject }) => subject)).toEqual(['Drop ici : 2 drops attendent votre validation']);
  });

  test('get none once they no longer want it, or nothing waits', async () => {
    await choose(owner, false);
    await run(days);
    await choose(owner, true);
    const { places } = await call(server.origin, 'listWaiting', { params: { mapId: parcoursId } }, owner.token);
    for (const { id, version } of places) {
      const body = { answer: 'approved' as const, version };
      await call(server.origin, 'answerWaiting', { params: { placeId: id }, body }, owner.token);
    }
    await run(days);
    expect(mails).toEqual([]);
  });
});
