import { beforeEach, expect, test } from 'vitest';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  fixture,
  makeDraft,
  makeGuest,
  makeParcours,
  makePlace,
  type Person,
  setRole,
  signUp,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
/** Adds a member who may listen and drop. */
let member: Person;
let parcoursId: ParcoursId;
let placeId: PlaceId;
beforeEach(async () => {
  owner = await signUp(server.origin, 'Owner');
  parcoursId = await makeParcours(server.origin, owner);
  member = await signUpMember(server, owner, parcoursId, 'Member', 'drop');
  placeId = await makePlace(server.origin, owner, parcoursId);
  await upload(server.origin, owner, placeId, await fixture('conforming-mono.wav'));
  await waveformsTaken(server.dataDir);
});

test('ends with the logout of the session that requested it, and of no other', async () => {
  const laptop = await logInAgain(member);
  const [onPhone, onLaptop, owners] = [await linksFor(member), await linksFor(laptop), await linksFor(owner)];
  expect(await follow(onPhone)).toEqual([200, 200]);
  await call(server.origin, 'logout', {}, member.token);
  expect(await follow(onPhone)).toEqual([403, 403]);
  expect(await follow(onLaptop)).toEqual([200, 200]);
  expect(await follow(owners)).toEqual([200, 200]);
});

test('is refused like an expired one, whole, in part and to HEAD, without caching', async () => {
  const [link = ''] = await linksFor(member);
  const range = { Range: 'bytes=0-9' };
  expect((await fetch(server.origin + link, { headers: range })).status).toBe(206);
  await call(server.origin, 'logout', {}, member.token);
  for (const init of [{}, { headers: range }, { method: 'HEAD' }]) {
    const response = await fetch(server.origin + link, init);
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([403, 'no-store']);
    if (init.method === undefined) expect(await response.json()).toMatchObject({ error: { code: 'link_expired' } });
  }
});

test('ends in every session of a removed member, and works again with the membership', async () => {
  const links = [await linksFor(member), await linksFor(await logInAgain(member))].flat();
  const owners = await linksFor(owner);
  await remove(member);
  expect(await follow(links)).toEqual([403, 403, 403, 403]);
  expect(await follow(owners)).toEqual([200, 200]);
  await expect(linksFor(member)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  await addMember(server.origin, owner, parcoursId, member, 'drop');
  expect(await follow(links)).toEqual([200, 200, 200, 200]);
});

test('outlives a removal from one parcours if another one of its member has the same audio', async () => {
  const other = await makeParcours(server.origin, owner, 'Another');
  await addMember(server.origin, owner, other, member, 'drop');
  const there = await makePlace(server.origin, owner, other);
  await upload(server.origin, owner, there, await fixture('conforming-mono.wav'));
  const links = await linksFor(member);
  await remove(member);
  expect(await follow(links)).toEqual([200, 200]);
  await call(server.origin, 'deletePlace', { params: { placeId: there } }, owner.token);
  expect(await follow(links)).toEqual([403, 403]);
});

test('ends with its place, though another draft has the file, which the draft’s author hears', async () => {
  const draft = await makeDraft(server.origin, owner, parcoursId);
  const authors = (await upload(server.origin, owner, draft, await fixture('conforming-mono.wav'))).link;
  const links = await linksFor(member);
  await call(server.origin, 'deletePlace', { params: { placeId } }, owner.token);
  expect(await follow(links)).toEqual([403, 403]);
  expect(await follow([authors])).toEqual([200]);
  const saved = { id: draft, appelation: 'Saved' };
  await call(server.origin, 'updatePlace', { body: saved }, owner.token);
  expect(await follow(links)).toEqual([200, 200]);
});

test('ends with its parcours', async () => {
  const links = await linksFor(member);
  await call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, owner.token);
  expect(await follow(links)).toEqual([403, 403]);
});

test('opens nothing with another person’s session in it', async () => {
  const stranger = await signUp(server.origin, 'Stranger');
  const [own = '', members = ''] = [(await linksFor(owner))[0], (await linksFor(member))[0]];
  const swapped = new URL(own, server.origin);
  swapped.searchParams.set('session', sessionOf(members));
  const forged = new URL(own, server.origin);
  forged.searchParams.set('session', sessionIdOf(stranger));
  const missing = new URL(own, server.origin);
  missing.searchParams.delete('session');
  const twice = new URL(own, server.origin);
  twice.searchParams.append('session', sessionOf(own));
  const links = [swapped, forged, missing, twice].map((url) => url.pathname + url.search);
  expect(await follow(links)).toEqual([403, 403, 403, 403]);
});

test('ends for a guest who becomes a user, whose own link works', async () => {
  await setRole(server, owner, 'editor');
  const guest = await makeGuest(server.origin, owner, parcoursId);
  const links = await linksFor(guest);
  expect(await follow(links)).toEqual([200, 200]);
  const ana = await signUp(server.origin, 'Ana');
  await call(server.origin, 'adoptGuest', { body: { token: guest.token } }, ana.token);
  expect(await follow(links)).toEqual([403, 403]);
  expect(await follow(await linksFor(ana))).toEqual([200, 200]);
});

test('has the same path in a pack for every member, and ends with the logout', async () => {
  const packOf = (person: Person) => call(server.origin, 'readPack', { params: { mapId: parcoursId } }, person.token);
  const [members, owners] = [await packOf(member), await packOf(owner)];
  const pathsOf = ({ files }: typeof members) => files.map(({ link }) => new URL(link, server.origin).pathname);
  expect(pathsOf(members)).toEqual(pathsOf(owners));
  expect(members.version).toBe(owners.version);
  await call(server.origin, 'logout', {}, member.token);
  expect(await follow(members.files.map(({ link }) => link))).toEqual([403, 403]);
  expect(await follow(owners.files.map(({ link }) => link))).toEqual([200, 200]);
});

/** Returns this person's links to the story's audio and waveform. */
async function linksFor({ token }: Pick<Person, 'token'>): Promise<string[]> {
  const { media_data } = await call(server.origin, 'readPlace', { params: { placeId } }, token);
  if (media_data?.peaks == null) throw new Error('Expected audio with a waveform');
  return [media_data.link, media_data.peaks];
}

async function follow(links: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const link of links) {
    const response = await fetch(server.origin + link);
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

async function logInAgain({ email, password, user }: Person): Promise<Person> {
  const { token } = await call(server.origin, 'login', { body: { email, password } });
  return { email, password, user, token };
}

async function remove({ user }: Person): Promise<void> {
  await call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId: user.id } }, owner.token);
}

function sessionOf(link: string): string {
  return new URL(link, server.origin).searchParams.get('session') ?? '';
}

function sessionIdOf({ token }: Person): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;
}
