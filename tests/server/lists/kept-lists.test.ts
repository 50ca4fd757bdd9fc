import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { chooseFileStores } from '../../../server/cluster/open-stores.ts';
import { createMediaLinks, type MediaLinks } from '../../../server/domain/media/media-links.ts';
import type { Database } from '../../../server/store/database.ts';
import { openTestDatabase } from '../../support/database/test-database.ts';
import { call, Refusal } from '../../support/server/api.ts';
import { listAfresh } from '../../support/server/listed-afresh.ts';
import {
  addMember,
  fixture,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../../support/server/people.ts';
import { runAdmin } from '../../support/server/run-tool.ts';
import { TEST_SECRET } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
/** Opened as another process, or another server on the same database, would open it. */
let other: Database;
/** Signs with the server's secret. */
let links: MediaLinks;
let folder: string;
let chief: Person;
let owner: Person;
let editor: Person;
let author: Person;
let member: Person;
let guest: Person;
let outsider: Person;
let parcoursId: ParcoursId;
let secondId: ParcoursId;
let bridge: PlaceId;
let quay: PlaceId;
let drop: PlaceId;
beforeAll(async () => {
  other = await openTestDatabase(server.dataDir);
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-lists-'));
  links = createMediaLinks(TEST_SECRET, await chooseFileStores(folder, null).openMedia(), other.reader, Date.now);
  chief = await signUpAs(server, 'Chief', 'admin');
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  secondId = await makeParcours(server.origin, owner, 'Le parc');
  const invite = async (name: string, privilege: 'guest' | 'drop' | 'editor'): Promise<Person> => {
    const person = await signUpAs(server, name, privilege === 'editor' ? 'editor' : 'user');
    for (const id of [parcoursId, secondId]) await addMember(server.origin, owner, id, person, privilege);
    return person;
  };
  editor = await invite('Editor', 'editor');
  author = await invite('Author', 'drop');
  member = await invite('Member', 'drop');
  guest = await invite('Guest', 'guest');
  outsider = await signUp(server.origin, 'Outsider');
});
afterAll(async () => {
  await other.close();
  await rm(folder, { recursive: true });
});

/** Every kind of write, in a possible order, and whether it changes anyone's list. */
const WRITES: readonly (readonly [what: string, write: () => Promise<unknown>, isSeen?: false])[] = [
  ['a place', async () => (bridge = await makePlace(server.origin, owner, parcoursId, 'Le pont'))],
  ['a place on the other parcours', () => makePlace(server.origin, owner, secondId, 'Le banc')],
  [
    'one more',
    async () => (quay = await makePlace(server.origin, author, parcoursId, 'Le quai "d’en face" \\ \u2028')),
  ],
  ['a draft', async () => (drop = await makeDraft(server.origin, author, parcoursId)), false],
  ['its publication', () => rename(author, drop, 'Publié')],
  ['another name', () => rename(owner, bridge, 'Le vieux pont')],
  ['another shape', () => reshape(owner, bridge)],
  ['audio', () => addAudio(owner, bridge, 'conforming-mono.wav')],
  ['other audio', () => addAudio(owner, bridge, 'conforming-stereo.wav')],
  ['the same audio elsewhere', () => addAudio(author, quay, 'conforming-stereo.wav')],
  ['a lost waveform', () => media({ peaks_sha256: null })],
  ['a waveform', () => media({ peaks_sha256: 'b'.repeat(64) })],
  ['a rendition', () => media({ rendition_sha256: 'a'.repeat(64), rendition_bytes: 12_345, loudness_lufs: -23.4 })],
  ['another loudness', () => media({ loudness_lufs: -18 })],
  ['an order', () => order([quay, bridge])],
  ['another order', () => order([bridge, quay])],
  ['a failed rendition', () => media({ rendition_failures: 1 }), false],
  ['a deletion', () => remove(author, drop)],
  ['a restoration', () => call(server.origin, 'restorePlace', { params: { placeId: drop } }, author.token)],
  ['a measure that hides', () => measure('hide', drop)],
  ['a measure that shows again', () => measure('restore', drop)],
  ['a measure that deletes', () => measure('delete', drop)],
  ['its end', () => measure('restore', drop)],
  ['a deletion before the end', () => remove(author, drop)],
  ['a deletion for good', () => call(server.origin, 'purgePlace', { params: { placeId: drop } }, author.token), false],
  ['that approvals are needed', () => requireApproval(true), false],
  ['a place that waits for one', async () => (drop = await makePlace(server.origin, author, parcoursId, 'Attend'))],
  ['a second one', () => makePlace(server.origin, member, parcoursId, 'Attend aussi')],
  ['another name of it', () => rename(author, drop, 'Attend encore')],
  ['a privilege that approves', () => setPrivilege(member, 'editor')],
  ['another privilege', () => setPrivilege(member, 'guest')],
  ['an approval', () => answer(drop, 'approved')],
  ['a third one', async () => (drop = await makePlace(server.origin, author, parcoursId, 'Attend encore'))],
  ['a refusal', () => answer(drop, 'refused')],
  ['that no approvals are needed', () => requireApproval(false), false],
  ['a hidden parcours', () => measure('hide', parcoursId, 'map')],
  ['that it is shown again', () => measure('restore', parcoursId, 'map')],
  ['a deleted parcours', () => call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, owner.token)],
  ['a restored parcours', () => call(server.origin, 'restoreParcours', { params: { mapId: parcoursId } }, owner.token)],
  ['a suspended member', () => suspend(member, true)],
  ['a member who is back', () => suspend(member, false), false],
  [
    'what another process writes',
    () => other.transact((tx) => tx('places').where({ id: quay }).update({ name: 'Loin' })),
  ],
  ['what an operator hides', () => runAdmin(server.dataDir, ['hide', 'place', String(quay)])],
  ['what an operator restores', () => runAdmin(server.dataDir, ['restore', 'place', String(quay)])],
  ['a member who goes', () => removeMember(guest)],
  ['an account that ends', () => erase(author, 'keep')],
  ['an account that ends with its places', () => erase(editor, 'delete'), false],
  [
    'a place that goes with its parcours',
    () => call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, owner.token),
  ],
  ['for good', () => call(server.origin, 'purgeParcours', { params: { mapId: parcoursId } }, owner.token), false],
];

test("after every kind of write, each person's cached list equals a freshly read one", async () => {
  let before = await everybodysLists();
  for (const [what, write, isSeen = true] of WRITES) {
    await write();
    const after = await everybodysLists();
    for (const [name, { listed, afresh, shared }] of Object.entries(after)) {
      expect([what, name, listed]).toEqual([what, name, afresh]);
      expect([what, name, shared]).toEqual([what, name, afresh]);
    }
    const changed = Object.entries(after).filter(([name, { afresh }]) => !isSame(afresh, before[name]?.afresh));
    expect([what, changed.length > 0]).toEqual([what, isSeen || changed.length > 0]);
    for (const [name, { version }] of changed) {
      expect([what, name, version]).not.toEqual([what, name, before[name]?.version]);
    }
    before = after;
  }
});

interface Lists {
  /** Null without a session, as are the other fields. */
  readonly listed: readonly Place[] | null;
  /** The shared list, with the query appended to each link. */
  readonly shared: readonly Place[] | null;
  readonly version: string | null;
  readonly afresh: readonly Place[] | null;
}

/** Lists both parcours twice for each person: the second list comes from the cache. */
async function everybodysLists(): Promise<Record<string, Lists>> {
  const all = { chief, owner, editor, author, member, guest, outsider };
  const lists = await Promise.all(Object.entries(all).map(async ([name, person]) => [name, await listsOf(person)]));
  return Object.fromEntries(lists) as Record<string, Lists>;
}

async function listsOf(person: Person): Promise<Lists> {
  const parcoursIds = [secondId, parcoursId];
  const list = () => call(server.origin, 'listPlaces', { body: { mapIds: parcoursIds } }, person.token);
  const first = await list().catch((refusal: Refusal) => refusal);
  if (first instanceof Refusal) {
    expect(first.code).toBe('unauthenticated');
    return { listed: null, shared: null, version: null, afresh: null };
  }
  const { places } = await list();
  expect(first.places).toEqual(places);
  const answer = await call(server.origin, 'readPlaceList', { query: { mapIds: parcoursIds.join() } }, person.token);
  const joined = JSON.parse(JSON.stringify(answer.places), (key, value) =>
    (key === 'link' || key === 'peaks') && typeof value === 'string' ? value + answer.linkQuery : value,
  ) as Place[];
  const sorted = joined.sort((a, b) => a.id - b.id);
  return { listed: places, shared: sorted, version: answer.version, afresh: await afreshFor(person) };
}

async function afreshFor(person: Person): Promise<Place[]> {
  const { jti } = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string };
  return listAfresh(other.reader, person, [parcoursId, secondId], links.signFor({ sessionId: jti }));
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const rename = ({ token }: Person, id: PlaceId, appelation: string) =>
  call(server.origin, 'updatePlace', { body: { id, appelation } }, token);
const reshape = ({ token }: Person, id: PlaceId) =>
  call(server.origin, 'updatePlace', { body: { id, appelation: 'Le pont', feature: 'POINT(2.4 48.9)' } }, token);
const remove = ({ token }: Person, placeId: PlaceId) =>
  call(server.origin, 'deletePlace', { params: { placeId } }, token);
const requireApproval = (required: boolean) =>
  call(server.origin, 'requireApproval', { params: { mapId: parcoursId }, body: { required } }, owner.token);
const order = async (placeIds: PlaceId[]) => {
  const params = { mapId: parcoursId };
  const { version } = await call(server.origin, 'readOrder', { params }, owner.token);
  await call(server.origin, 'setOrder', { params, body: { placeIds, version } }, owner.token);
};
const setPrivilege = ({ user }: Person, privilege: 'editor' | 'guest') =>
  call(
    server.origin,
    'setMemberPrivilege',
    { params: { mapId: parcoursId, userId: user.id }, body: { privilege } },
    owner.token,
  );
const removeMember = ({ user }: Person) =>
  call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId: user.id } }, owner.token);
const suspend = ({ user }: Person, suspended: boolean) =>
  call(server.origin, 'setSuspension', { params: { userId: user.id }, body: { suspended } }, chief.token);

/** Uploads a file and waits for its waveform. */
async function addAudio(person: Person, id: PlaceId, file: string): Promise<void> {
  await upload(server.origin, person, id, await fixture(file));
  const waveform = other.reader('places').join('media', 'media.sha256', 'places.media_sha256').where('places.id', id);
  await expect.poll(async () => waveform.clone().pluck('peaks_sha256')).not.toEqual([null]);
}

async function media(change: Readonly<Record<string, unknown>>): Promise<void> {
  await other.transact(async (tx) => {
    const sha256 = await tx('places').where({ id: bridge }).pluck('media_sha256');
    await tx('media').whereIn('sha256', sha256).update(change);
  });
}

async function measure(kind: 'hide' | 'restore' | 'delete', id: number, of: 'place' | 'map' = 'place'): Promise<void> {
  const thing = of === 'map' ? { kind: of, id: id as ParcoursId } : { kind: of, id: id as PlaceId };
  await call(server.origin, 'takeMeasure', { body: { thing, kind } }, chief.token);
}

async function answer(id: PlaceId, given: 'approved' | 'refused'): Promise<void> {
  const { places } = await call(server.origin, 'listWaiting', { params: { mapId: parcoursId } }, owner.token);
  const version = places.find((place) => place.id === id)?.version ?? '';
  const input = { params: { placeId: id }, body: { answer: given, version } };
  await call(server.origin, 'answerWaiting', input, owner.token);
}

async function erase(person: Person, drops: 'keep' | 'delete'): Promise<void> {
  await call(server.origin, 'eraseMe', { body: { drops, lost: [], password: person.password } }, person.token);
}
