import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaLink, NewPlace } from '../../../contracts/place.ts';
import type { NewPlannedPlace } from '../../../contracts/planned-place.ts';
import type { CallResponse } from '../../../contracts/routes.ts';
import type { User } from '../../../contracts/user.ts';
import type { ParcoursId, PlaceId, Privilege, Role } from '../../../contracts/vocabulary.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { changeRows } from '../database/test-database.ts';
import { call } from './api.ts';
import type { TestServer } from './server.ts';

/** Somebody with an account, and the token they were given. */
export interface Person {
  readonly user: User;
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

let signedUp = 0;

/** Signs somebody up and logs them in, with an email that nobody else of this process gets: several may share a name. */
export async function signUp(
  origin: string,
  name: string,
  email = `${name.toLowerCase().replaceAll(/[\s@"(),:;<>[\]\\]+/g, '.')}.${++signedUp}@example.org`,
): Promise<Person> {
  const password = `password of ${name}`;
  await call(origin, 'createAccount', { body: { name, email, password } });
  const { user, token } = await call(origin, 'login', { body: { email, password } });
  return { user, token, email, password };
}

/** Gives somebody another global role. */
export async function setRole(server: Pick<TestServer, 'dataDir'>, person: Person, role: Role): Promise<void> {
  await changeRows(server.dataDir, (tx) => tx('accounts').where({ id: person.user.id }).update({ role }));
}

/** Signs somebody up and gives them a global role. */
export async function signUpAs(
  server: Pick<TestServer, 'origin' | 'dataDir'>,
  name: string,
  role: Role,
): Promise<Person> {
  const person = await signUp(server.origin, name);
  if (person.user.role !== role) await setRole(server, person, role);
  return { ...person, user: { ...person.user, role } };
}

/** Creates a parcours and returns its id. */
export async function makeParcours(origin: string, owner: Person, title = 'Le quai'): Promise<ParcoursId> {
  const body = { title, description: `${title}, pas à pas` };
  return (await call(origin, 'createParcours', { body }, owner.token)).newParcours.id;
}

/** Makes an invitation to a parcours. */
export function makeInvite(
  origin: string,
  { token }: Pick<Person, 'token'>,
  mapId: ParcoursId,
  privilege: Privilege = 'guest',
): Promise<CallResponse<'createInvite'>> {
  return call(origin, 'createInvite', { body: { mapId, privilege } }, token);
}

/** Lets somebody without an account visit a parcours by an invitation of its owner; their key is their password. */
export async function makeGuest(
  origin: string,
  owner: Person,
  parcoursId: ParcoursId,
  password: string = randomUUID(),
): Promise<Person> {
  const invite = await makeInvite(origin, owner, parcoursId);
  const { user, token } = await call(origin, 'visit', { body: { token: invite.token, key: password } });
  return { user, token, email: user.email, password };
}

/** Makes somebody a member of a parcours by an invitation of its owner. */
export async function addMember(
  origin: string,
  owner: Person,
  parcoursId: ParcoursId,
  joiner: Person,
  privilege: Privilege,
): Promise<void> {
  const { token } = await makeInvite(origin, owner, parcoursId, privilege);
  await call(origin, 'acceptInvite', { body: { token } }, joiner.token);
}

/** Signs somebody up who joins a parcours by an invitation of its owner. */
export async function signUpMember(
  server: Pick<TestServer, 'origin' | 'dataDir'>,
  owner: Person,
  parcoursId: ParcoursId,
  name: string,
  privilege: Privilege,
  role: Role = 'user',
): Promise<Person> {
  const person = await signUpAs(server, name, role);
  await addMember(server.origin, owner, parcoursId, person, privilege);
  return person;
}

/** The body of a place at `[lng, lat]`. */
export function pointPlace(
  parcoursId: ParcoursId,
  appelation = 'Le pont',
  at: [number, number] = [2.3, 48.8],
): NewPlace {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: at },
    properties: { appelation, type: 'la', mapId: parcoursId },
  };
}

/** The body of a planned place at `[lng, lat]`. */
export function plannedPoint(
  mapId: ParcoursId,
  appelation = 'Le lavoir',
  at: [number, number] = [2.31, 48.81],
): NewPlannedPlace {
  return { mapId, appelation, feature: { type: 'Point', coordinates: at } };
}

/** The body of a place that fills a planned one; `properties` say more of it. */
export function fillingOf(
  mapId: ParcoursId,
  planned: PlaceId,
  properties: Partial<NewPlace['properties']> = {},
): NewPlace {
  const place = pointPlace(mapId, 'Ma voix');
  return { ...place, properties: { ...place.properties, planned, ...properties } };
}

/** Answers a place that waits for an approval, in its current version. */
export async function answerWaiting(
  origin: string,
  { token }: Person,
  mapId: ParcoursId,
  placeId: PlaceId,
  answer: 'approved' | 'refused',
): Promise<void> {
  const { places } = await call(origin, 'listWaiting', { params: { mapId } }, token);
  const version = places.find(({ id }) => id === placeId)?.version ?? '';
  await call(origin, 'answerWaiting', { params: { placeId }, body: { answer, version } }, token);
}

/** Puts a place on a parcours and returns its id. */
export async function makePlace(
  origin: string,
  author: Person,
  parcoursId: ParcoursId,
  name?: string,
): Promise<PlaceId> {
  return (await call(origin, 'createPlace', { body: pointPlace(parcoursId, name) }, author.token)).newPlace.place_id;
}

/** Puts a place on a parcours that its author has not saved yet, and returns its id. */
export async function makeDraft(
  origin: string,
  author: Person,
  parcoursId: ParcoursId,
  name = 'drop',
): Promise<PlaceId> {
  const place = pointPlace(parcoursId, name);
  const body = { ...place, properties: { ...place.properties, draft: true } };
  return (await call(origin, 'createPlace', { body }, author.token)).newPlace.place_id;
}

function fixturePath(file: string): string {
  return join(projectRoot(), 'tests/fixtures/audio', file);
}

/** A recording of tests/fixtures/audio. */
export async function fixture(file: string): Promise<Blob> {
  return new Blob([await readFile(fixturePath(file))]);
}

/** Uploads a recording to a place, with the fields an honest client sends unless `fields` says otherwise. */
export async function upload(
  origin: string,
  person: Person | undefined,
  place_id: PlaceId,
  file: Blob,
  fields: { readonly size?: number; readonly length?: number; readonly telling?: string } = {},
): Promise<MediaLink> {
  const input = { file, fields: { place_id, size: file.size, length: 1.5, ...fields } };
  return (await call(origin, 'uploadAudio', input, person?.token)).media_data;
}
