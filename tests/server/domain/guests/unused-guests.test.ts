import { beforeAll, expect, test } from 'vitest';
import type { CallResponse } from '../../../../contracts/routes.ts';
import type { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import { DAY_MS } from '../../../../server/domain/clock.ts';
import { withDatabase } from '../../../support/database/test-database.ts';
import { call } from '../../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUpAs, signUpMember } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

type Guest = CallResponse<'visit'>;

const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
});

test('a guest without a parcours is deleted 30 days after the last use, and no other guest is', async () => {
  const [gone, renewed, walking, member] = [await visit('a'), await visit('b'), await visit('c'), await visit('d')];
  const someone = await signUpMember(server, owner, parcoursId, 'Signed up', 'guest', 'guest');
  await leave(someone.user.id, someone.token);
  const placeId = await makePlace(server.origin, owner, parcoursId);

  await pass(20);
  const { token } = await call(server.origin, 'renewSession', {}, renewed.token);
  const properties = { geometryId: placeId, geometryType: 'Point', distance: 3, accuracyRadius: 8 } as const;
  const event = { name: 'User Entered Geometry', atMs: Date.now(), properties } as const;
  await call(server.origin, 'recordEvents', { body: { events: [event] } }, walking.token);
  for (const { user, token } of [gone, renewed, walking]) await leave(user.id, token);
  expect(await left([gone, renewed, walking, member, someone])).toEqual([true, true, true, true, true]);

  await pass(11);
  expect(await left([gone, renewed, walking, member, someone])).toEqual([false, true, true, true, true]);
  await expect(call(server.origin, 'readMe', {}, gone.token)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await call(server.origin, 'readMe', {}, token)).user.id).toBe(renewed.user.id);

  await pass(20);
  expect(await left([renewed, walking, member, someone])).toEqual([false, false, true, true]);
});

test('a deleted guest who uses the link again becomes a new guest', async () => {
  const first = await visit('e');
  await leave(first.user.id, first.token);
  await pass(31);
  expect(await left([first])).toEqual([false]);
  const again = await visit('e');
  expect(again.user.id).not.toBe(first.user.id);
  expect(again.mapId).toBe(parcoursId);
});

async function visit(name: string): Promise<Guest> {
  const body = { mapId: parcoursId, privilege: 'guest' } as const;
  const { token } = await call(server.origin, 'createInvite', { body }, await ownersToken());
  return call(server.origin, 'visit', { body: { token, key: name.repeat(32) } });
}

/** Returns the token of a new session, because the clock leaps past the end of older ones. */
async function ownersToken(): Promise<string> {
  const { email, password } = owner;
  return (await call(server.origin, 'login', { body: { email, password } })).token;
}

async function leave(userId: UserId, token: string): Promise<void> {
  await call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId } }, token);
}

/** Lets days pass; the server cleans up at its start. */
async function pass(days: number): Promise<void> {
  server.advance(days * DAY_MS);
  await server.restart();
}

/** Tells for each of these people whether their account exists. */
async function left(people: readonly Pick<Guest, 'user'>[]): Promise<boolean[]> {
  return withDatabase(server.dataDir, async (database) => {
    const ids = await database.reader('accounts').pluck<UserId[]>('id');
    return people.map(({ user }) => ids.includes(user.id));
  });
}
