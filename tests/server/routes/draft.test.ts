import { beforeAll, describe, expect, test } from 'vitest';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { call, codeOf, type Refusal } from '../../support/server/api.ts';
import {
  fixture,
  makeDraft,
  makeParcours,
  type Person,
  pointPlace,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { metadata, tus } from '../../support/server/tus.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
let author: Person;
let listener: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  // The person with the most rights: an admin of the site and of the parcours.
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Author', 'drop');
  listener = await signUpMember(server, owner, parcoursId, 'Listener', 'guest');
});

const read = (person: Person, placeId: PlaceId) =>
  call(server.origin, 'readPlace', { params: { placeId } }, person.token);
const save = (person: Person, id: PlaceId, appelation = 'Le pont') =>
  call(server.origin, 'updatePlace', { body: { id, appelation } }, person.token);
const namesFor = async (person: Person): Promise<Record<string, string[]>> => {
  const { origin } = server;
  const params = { userId: author.user.id };
  const { token } = person;
  const lists = {
    listPlaces: (await call(origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token)).places,
    readPack: (await call(origin, 'readPack', { params: { mapId: parcoursId } }, token)).places,
    listPlacesOf: (await call(origin, 'listPlacesOf', { params }, token)).places,
    listPlacesOfOnParcours: (
      await call(origin, 'listPlacesOfOnParcours', { params: { ...params, mapId: parcoursId } }, token)
    ).places,
    listDrops: (await call(origin, 'listDrops', { params, query: { mapIds: String(parcoursId) } }, token)).drops,
  };
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, list.map(({ appelation }) => appelation)]),
  );
};

describe('a draft', () => {
  let draftId: PlaceId;
  let versionBefore: string;
  beforeAll(async () => {
    versionBefore = (await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, owner.token)).version;
    draftId = await makeDraft(server.origin, author, parcoursId);
    await upload(server.origin, author, draftId, await fixture('conforming-mono.wav'));
  });

  test('can be read and heard by its author, and is marked as a draft', async () => {
    const { draft, media_data } = await read(author, draftId);
    expect(draft).toBe(true);
    expect((await fetch(server.origin + media_data?.link)).status).toBe(200);
  });

  test('is listed only among its author’s work, and only to the author', async () => {
    const none = { listPlaces: [], readPack: [], listPlacesOf: [], listPlacesOfOnParcours: [], listDrops: [] };
    const own = { listPlacesOf: ['drop'], listPlacesOfOnParcours: ['drop'], listDrops: ['drop'] };
    expect(await namesFor(author)).toEqual({ ...none, ...own });
    expect(await namesFor(owner)).toEqual(none);
    const listed = await call(
      server.origin,
      'listDrops',
      { params: { userId: author.user.id }, query: {} },
      author.token,
    );
    expect(listed.drops).toMatchObject([{ id: draftId, draft: true, media: { data: { length: expect.any(Number) } } }]);
  });

  test('changes neither the version nor the files of anybody’s pack', async () => {
    for (const { token } of [owner, author, listener]) {
      const pack = await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, token);
      expect([pack.version, pack.files]).toEqual([versionBefore, []]);
    }
  });

  test('is not found by an admin of the site and of the parcours, in any way', async () => {
    const { origin } = server;
    const params = { placeId: draftId };
    const file = await fixture('conforming-stereo.wav');
    const attempts = [
      read(owner, draftId),
      save(owner, draftId, 'Taken'),
      call(origin, 'deletePlace', { params }, owner.token),
      call(origin, 'deleteDrop', { params }, owner.token),
      call(origin, 'startRecording', { body: { place_id: draftId } }, owner.token),
      upload(origin, owner, draftId, file),
    ];
    expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'not_found'));
    const begun = await tus(origin, {
      method: 'POST',
      token: owner.token,
      headers: { 'Upload-Length': '1000', 'Upload-Metadata': metadata({ place_id: draftId }) },
    });
    expect(begun.status).toBe(404);
    // Like a place that does not exist.
    const wordsFor = (id: number) =>
      read(owner, PlaceId.parse(id)).catch(({ body }: Refusal) => body.error.message.replace(String(id), 'N'));
    expect(await wordsFor(draftId)).toBe(await wordsFor(987_654));
    expect((await read(author, draftId)).draft).toBe(true);
  });

  test('is published for good by its author’s first update', async () => {
    const saved = await save(author, draftId);
    expect('draft' in saved).toBe(false);
    expect(await save(author, draftId)).toMatchObject({ id: draftId, appelation: 'Le pont' });
    const everywhere = Object.fromEntries(
      ['listPlaces', 'readPack', 'listPlacesOf', 'listPlacesOfOnParcours', 'listDrops'].map((name) => [
        name,
        ['Le pont'],
      ]),
    );
    expect(await namesFor(owner)).toEqual(everywhere);
    expect((await read(listener, draftId)).media_data).not.toBeNull();
    expect(await codeOf(save(owner, draftId, 'Le pont'))).toBe('ok');
    await call(server.origin, 'deletePlace', { params: { placeId: draftId } }, owner.token);
  });
});

test('a draft can be deleted by its author', async () => {
  const draftId = await makeDraft(server.origin, author, parcoursId);
  await call(server.origin, 'deletePlace', { params: { placeId: draftId } }, author.token);
  expect(await codeOf(read(author, draftId))).toBe('not_found');
});

test('a draft is deleted with its parcours', async () => {
  const other = await makeParcours(server.origin, author, 'Other');
  const draftId = await makeDraft(server.origin, author, other);
  await upload(server.origin, author, draftId, await fixture('conforming-mono.wav'));
  await call(server.origin, 'deleteParcours', { params: { mapId: other } }, author.token);
  expect(await codeOf(read(author, draftId))).toBe('not_found');
});

test('an author who may no longer read the parcours cannot read their draft either', async () => {
  const { origin } = server;
  const former = await signUpMember(server, owner, parcoursId, 'Former', 'drop');
  const draftId = await makeDraft(origin, former, parcoursId);
  await call(origin, 'removeMember', { params: { mapId: parcoursId, userId: former.user.id } }, owner.token);
  expect(await codeOf(read(former, draftId))).toBe('forbidden');
  expect(await codeOf(save(former, draftId))).toBe('forbidden');
  const { drops } = await call(origin, 'listDrops', { params: { userId: former.user.id }, query: {} }, former.token);
  expect(drops).toEqual([]);
});

test('a repeated creation returns the same draft, also once saved; without `draft` it conflicts', async () => {
  const place = pointPlace(parcoursId, 'Again');
  const body = { ...place, properties: { ...place.properties, draft: true } };
  const create = () => call(server.origin, 'createPlace', { body }, author.token, 'key-of-a-draft');
  const first = await create();
  expect(await create()).toEqual(first);
  await save(author, first.newPlace.place_id);
  expect(await create()).toEqual(first);
  expect((await read(listener, first.newPlace.place_id)).appelation).toBe('Le pont');
  const other = call(server.origin, 'createPlace', { body: place }, author.token, 'key-of-a-draft');
  expect(await codeOf(other)).toBe('conflict');
});

test('a place created without the `draft` field is published at once', async () => {
  const { newPlace } = await call(server.origin, 'createPlace', { body: pointPlace(parcoursId) }, author.token);
  expect(await codeOf(read(listener, newPlace.place_id))).toBe('ok');
});
