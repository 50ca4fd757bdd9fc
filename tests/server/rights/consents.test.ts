import { expect, test } from 'vitest';
import { TERMS_VERSION } from '../../../contracts/terms.ts';
import { withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import { makeGuest, makeParcours, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();

function choices(token: string) {
  return call(server.origin, 'readChoices', {}, token);
}

async function eventsOf(id: number): Promise<number> {
  return withDatabase(
    server.dataDir,
    async (database) => (await database.reader('events').where({ account_id: id })).length,
  );
}

function recordLogin({ user, token }: Pick<Person, 'user' | 'token'>) {
  const event = { name: 'Logged in', atMs: 0, properties: { user } } as const;
  return call(server.origin, 'recordEvents', { body: { events: [event] } }, token);
}

test('a sign-up records the accepted version of the terms, and the login returns it', async () => {
  const body = { name: 'Ana', email: 'ana@example.org', password: 'a password of Ana' };
  await call(server.origin, 'createAccount', { body: { ...body, termsVersion: '2026-11' } });
  const { user, token } = await call(server.origin, 'login', { body });
  expect(user.termsVersion).toBe('2026-11');
  expect(await choices(token)).toEqual({
    consents: [{ kind: 'terms', version: '2026-11', givenAt: expect.stringMatching(/^20\d\d-/) }],
    statistics: true,
    approvalMails: false,
  });
});

test('consents to voice and position are recorded once for each version of the terms', async () => {
  const ben = await signUp(server.origin, 'Ben');
  const give = (kind: 'voice' | 'position' | 'terms', version: string) =>
    call(server.origin, 'giveConsent', { body: { kind, version } }, ben.token);
  await give('voice', TERMS_VERSION);
  await give('voice', TERMS_VERSION);
  await give('position', TERMS_VERSION);
  await give('voice', '2030-01');
  await give('terms', '2030-01');
  const { consents } = await choices(ben.token);
  expect(consents.map(({ kind, version }) => [kind, version])).toEqual([
    ['voice', TERMS_VERSION],
    ['position', TERMS_VERSION],
    ['voice', '2030-01'],
    ['terms', '2030-01'],
  ]);
  expect((await call(server.origin, 'readMe', {}, ben.token)).user.termsVersion).toBe('2030-01');
  await expect(give('voice', 'any')).rejects.toMatchObject({ code: 'invalid_request' });
});

test('the server keeps no events, not even earlier ones, while an account refuses statistics', async () => {
  const cleo = await signUp(server.origin, 'Cleo');
  const choose = (wanted: boolean) => call(server.origin, 'chooseStatistics', { body: { wanted } }, cleo.token);
  expect(await recordLogin(cleo)).toEqual({ recorded: 1 });
  expect(await eventsOf(cleo.user.id)).toBe(1);
  await choose(false);
  expect((await call(server.origin, 'readMe', {}, cleo.token)).user.noStatistics).toBe(true);
  expect(await recordLogin(cleo)).toEqual({ recorded: 0 });
  expect(await eventsOf(cleo.user.id)).toBe(0);
  await choose(true);
  expect((await call(server.origin, 'readMe', {}, cleo.token)).user.noStatistics).toBeUndefined();
  expect(await recordLogin(cleo)).toEqual({ recorded: 1 });
});

test('a guest’s consents and refusal of statistics transfer to the account they sign up for', async () => {
  const owner = await signUpAs(server, 'Owner', 'editor');
  const parcoursId = await makeParcours(server.origin, owner);
  const guest = await makeGuest(server.origin, owner, parcoursId);
  await call(server.origin, 'chooseStatistics', { body: { wanted: false } }, guest.token);
  await call(server.origin, 'giveConsent', { body: { kind: 'position', version: TERMS_VERSION } }, guest.token);
  const dan = await signUp(server.origin, 'Dan');
  await call(server.origin, 'adoptGuest', { body: { token: guest.token } }, dan.token);
  expect(await choices(dan.token)).toMatchObject({ consents: [{ kind: 'position' }], statistics: false });
});
