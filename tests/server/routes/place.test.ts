import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import { ParcoursId, PlaceId, type Privilege } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  makeParcours,
  makePlace,
  type Person,
  pointPlace,
  setRole,
  signUp,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner);
});

describe('a place', () => {
  test('is created on a parcours and read back as a point', async () => {
    const id = await makePlace(server.origin, owner, parcoursId, 'Le pont');
    expect(await call(server.origin, 'readPlace', { params: { placeId: id } }, owner.token)).toEqual({
      id,
      appelation: 'Le pont',
      feature: { type: 'Point', coordinates: [2.3, 48.8] },
      map: { id: parcoursId },
      userId: owner.user.id,
      media_data: null,
    });
  });

  test('may be a polygon with holes, which is read back unchanged', async () => {
    const geometry = {
      type: 'Polygon' as const,
      coordinates: [square(2.3, 48.8, 0.01), square(2.3, 48.8, 0.002)],
    };
    const body = { ...pointPlace(parcoursId, 'Le parc'), geometry };
    const { newPlace } = await call(server.origin, 'createPlace', { body }, owner.token);
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token);
    expect(places.find(({ id }) => id === newPlace.place_id)).toEqual({
      id: newPlace.place_id,
      appelation: 'Le parc',
      type: 'la',
      feature: geometry,
      map: { id: parcoursId },
      userId: owner.user.id,
      media: null,
    });
  });

  test.each([
    ['an open ring', { type: 'Polygon', coordinates: [square(2, 48, 1).slice(0, -1)] }],
    ['a line', { type: 'LineString', coordinates: square(2, 48, 1) }],
    ['a single number', { type: 'Point', coordinates: [2] }],
    ['texts as numbers', { type: 'Point', coordinates: ['2', '48'] }],
    ['a latitude over 90', { type: 'Point', coordinates: [2, 91] }],
    ['nothing', null],
    ['a zone of 5 km by a centimetre', zoneOf([2.3, 48.855], [2.368, 48.855], [2.35, 48.8550001])],
    ['a zone without area', zoneOf([2.347, 48.855], [2.348, 48.855], [2.347, 48.855])],
    ['several zones', { type: 'MultiPolygon', coordinates: [[square(2, 48, 1)]] }],
  ])('is refused with %s as its geometry, and nothing is stored', async (_, geometry) => {
    const before = await countPlaces();
    const response = await fetch(`${server.origin}/v1/place/places`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: owner.token },
      body: JSON.stringify({ ...pointPlace(parcoursId), geometry }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await countPlaces()).toBe(before);
  });

  test('too narrow to stand in is refused with the expected shape', async () => {
    const geometry = zoneOf([2.3, 48.855], [2.368, 48.855], [2.35, 48.8550001]);
    const attempt = call(server.origin, 'createPlace', { body: { ...pointPlace(parcoursId), geometry } }, owner.token);
    await expect(attempt).rejects.toMatchObject({
      message: expect.stringContaining(
        'geometry: Expected a zone to stand in, 0.2 m wide, got one that is 0.0074 m wide',
      ),
    });
  });

  test('across the antimeridian, or on another copy of the world, is stored within ±180', async () => {
    for (const [west, east] of [
      [179.999, 180.001],
      [179.999, -179.999],
      [-180.001, -179.999],
      [899.999, 900.001],
    ] as const) {
      const geometry = zoneOf([west, -16.8], [east, -16.8], [east, -16.799], [west, -16.799]);
      const body = { ...pointPlace(parcoursId), geometry };
      const { newPlace } = await call(server.origin, 'createPlace', { body }, owner.token);
      const params = { placeId: newPlace.place_id };
      expect(await call(server.origin, 'readPlace', { params }, owner.token)).toMatchObject({
        feature: zoneOf([179.999, -16.8], [-179.999, -16.8], [-179.999, -16.799], [179.999, -16.799]),
      });
    }
  });

  test.each<[Privilege, 'user' | 'guest', number]>([
    ['admin', 'user', 200],
    ['editor', 'user', 200],
    ['drop', 'user', 200],
    ['guest', 'user', 403],
    ['drop', 'guest', 403],
    ['guest', 'guest', 403],
  ])('created by a member with privilege %s and role %s gets status %i', async (privilege, role, status) => {
    const person = await signUpMember(server, owner, parcoursId, 'Puts', privilege);
    await setRole(server, person, role);
    expect(await statusOf(call(server.origin, 'createPlace', { body: pointPlace(parcoursId) }, person.token))).toBe(
      status,
    );
  });

  test('cannot be created or read by anybody who is not a member', async () => {
    const stranger = await signUp(server.origin, 'Stranger');
    const placeId = await makePlace(server.origin, owner, parcoursId);
    expect(await statusOf(makePlace(server.origin, stranger, parcoursId))).toBe(403);
    expect(await statusOf(call(server.origin, 'readPlace', { params: { placeId } }, stranger.token))).toBe(403);
  });

  test('that does not exist is not found, and neither is a parcours', async () => {
    const params = { placeId: PlaceId.parse(987_654) };
    expect(await statusOf(call(server.origin, 'readPlace', { params }, owner.token))).toBe(404);
    expect(await statusOf(makePlace(server.origin, owner, ParcoursId.parse(987_654)))).toBe(404);
  });

  test.each(['abc', '0', '-1', '1.5', '9007199254740993'])('named by %s is a bad request', async (id) => {
    const response = await fetch(`${server.origin}/v1/place/${id}`, { headers: { Authorization: owner.token } });
    expect(response.status).toBe(400);
  });
});

describe('a change of a place', () => {
  test('sets another name, trimmed, and leaves the shape', async () => {
    const id = await makePlace(server.origin, owner, parcoursId, 'Before');
    const changed = await call(server.origin, 'updatePlace', { body: { id, appelation: ' After ' } }, owner.token);
    expect(changed).toEqual({
      id,
      appelation: 'After',
      feature: { type: 'Point', coordinates: [2.3, 48.8] },
      map: { id: parcoursId },
      userId: owner.user.id,
      media_data: null,
    });
    expect(await call(server.origin, 'readPlace', { params: { placeId: id } }, owner.token)).toEqual(changed);
  });

  test('may turn a point into a zone given as well-known text', async () => {
    const id = await makePlace(server.origin, owner, parcoursId);
    const body = { id, appelation: '  ', feature: 'POLYGON ((2 48, 3 48, 3 49, 2 48))' };
    expect(await call(server.origin, 'updatePlace', { body }, owner.token)).toMatchObject({
      appelation: DEFAULT_PLACE_TITLE,
      feature: {
        type: 'Polygon',
        coordinates: [
          [
            [2, 48],
            [3, 48],
            [3, 49],
            [2, 48],
          ],
        ],
      },
    });
  });

  test.each([
    'LINESTRING (2 48, 3 48)',
    'POLYGON ((2 48, 3 48, 3 49))',
    'POINT Z (2 48 1)',
    '',
    'POINT (2 91)',
    'POLYGON ((2 48, 3 48, 2.5 48.0000000001, 2 48))',
  ])('with the shape %j is refused as a whole', async (feature) => {
    const id = await makePlace(server.origin, owner, parcoursId, 'Before');
    const attempt = call(server.origin, 'updatePlace', { body: { id, appelation: 'After', feature } }, owner.token);
    await expect(attempt).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await call(server.origin, 'readPlace', { params: { placeId: id } }, owner.token)).toMatchObject({
      appelation: 'Before',
      feature: { type: 'Point' },
    });
  });
});

describe('a change and a deletion of a place', () => {
  test.each<[Privilege, 'user' | 'guest', boolean, number]>([
    ['admin', 'user', false, 200],
    ['editor', 'user', false, 200],
    ['drop', 'user', true, 200],
    ['drop', 'user', false, 403],
    ['guest', 'user', false, 403],
    ['admin', 'guest', false, 403],
  ])(
    'by a member with privilege %s and role %s (author: %s) get status %i',
    async (privilege, role, isAuthor, status) => {
      const person = await signUpMember(server, owner, parcoursId, 'Changes', privilege);
      await setRole(server, person, role);
      const id = await makePlace(server.origin, isAuthor ? person : owner, parcoursId);
      const body = { id, appelation: 'New', userId: owner.user.id };
      expect(await statusOf(call(server.origin, 'updatePlace', { body }, person.token))).toBe(status);
      const params = { placeId: id };
      expect(await statusOf(call(server.origin, 'deletePlace', { params }, person.token))).toBe(status);
      const isLeft = status === 200 ? 404 : 200;
      expect(await statusOf(call(server.origin, 'readPlace', { params }, owner.token))).toBe(isLeft);
    },
  );

  test('are refused to strangers, to authors with a lowered privilege, and for missing places', async () => {
    const stranger = await signUp(server.origin, 'Passer-by');
    const author = await signUpMember(server, owner, parcoursId, 'Lowered', 'drop');
    const id = await makePlace(server.origin, author, parcoursId);
    const lowered = { params: { mapId: parcoursId, userId: author.user.id }, body: { privilege: 'guest' as const } };
    await call(server.origin, 'setMemberPrivilege', lowered, owner.token);
    for (const { token } of [stranger, author]) {
      expect(await statusOf(call(server.origin, 'updatePlace', { body: { id, appelation: 'x' } }, token))).toBe(403);
      expect(await statusOf(call(server.origin, 'deletePlace', { params: { placeId: id } }, token))).toBe(403);
    }
    const gone = PlaceId.parse(987_654);
    expect(
      await statusOf(call(server.origin, 'updatePlace', { body: { id: gone, appelation: 'x' } }, owner.token)),
    ).toBe(404);
    expect(await statusOf(call(server.origin, 'deletePlace', { params: { placeId: gone } }, owner.token))).toBe(404);
  });
});

describe('the places of an author', () => {
  test('are listed to the author, newest first, on the parcours of which they are still a member', async () => {
    const author = await signUp(server.origin, 'Author');
    const [one, other] = [
      await makeParcours(server.origin, owner, 'One'),
      await makeParcours(server.origin, owner, 'Other'),
    ];
    for (const parcours of [one, other]) await addMember(server.origin, owner, parcours, author, 'drop');
    await makePlace(server.origin, owner, one, 'Not theirs');
    await makePlace(server.origin, author, one, 'First');
    await makePlace(server.origin, author, other, 'Second');
    const params = { userId: author.user.id };
    const all = await call(server.origin, 'listPlacesOf', { params }, author.token);
    expect(all.places.map(({ appelation }) => appelation)).toEqual(['Second', 'First']);
    const onOne = { params: { ...params, mapId: one } };
    const some = await call(server.origin, 'listPlacesOfOnParcours', onOne, author.token);
    expect(some.places).toMatchObject([{ appelation: 'First', map: { id: one }, userId: author.user.id }]);

    await call(server.origin, 'removeMember', { params: { mapId: one, userId: author.user.id } }, owner.token);
    const left = await call(server.origin, 'listPlacesOf', { params }, author.token);
    expect(left.places.map(({ appelation }) => appelation)).toEqual(['Second']);
    expect(await statusOf(call(server.origin, 'listPlacesOfOnParcours', onOne, author.token))).toBe(403);
  });

  test('are listed to site admins, on the parcours of which they are members, and to nobody else', async () => {
    const shared = await makeParcours(server.origin, owner, 'Shared by both');
    const author = await signUpMember(server, owner, shared, 'Writer', 'editor');
    const fellow = await signUpMember(server, owner, shared, 'Fellow', 'editor');
    await makePlace(server.origin, author, shared, 'Seen');
    await makePlace(server.origin, author, await makeParcours(server.origin, author, 'Private'), 'Unseen');
    const params = { userId: author.user.id };
    const seen = await call(server.origin, 'listPlacesOf', { params }, owner.token);
    expect(seen.places.map(({ appelation }) => appelation)).toEqual(['Seen']);
    expect(await statusOf(call(server.origin, 'listPlacesOf', { params }, fellow.token))).toBe(403);
    const onShared = { params: { ...params, mapId: shared } };
    expect(await statusOf(call(server.origin, 'listPlacesOfOnParcours', onShared, fellow.token))).toBe(403);
    const nowhere = { params: { ...params, mapId: ParcoursId.parse(987_654) } };
    expect(await statusOf(call(server.origin, 'listPlacesOfOnParcours', nowhere, author.token))).toBe(404);
  });
});

describe('places by parcours', () => {
  test('come from the requester’s parcours only; other ids are left out', async () => {
    const other = await signUp(server.origin, 'Other');
    const theirs = await makeParcours(server.origin, other, 'Theirs');
    await makePlace(server.origin, other, theirs, 'Hidden');
    const mine = await makeParcours(server.origin, owner, 'Mine');
    await makePlace(server.origin, owner, mine, 'Seen');
    const body = { mapIds: [mine, theirs, ParcoursId.parse(987_654), mine] };
    const { places } = await call(server.origin, 'listPlaces', { body }, owner.token);
    expect(places.map(({ appelation }) => appelation)).toEqual(['Seen']);
  });

  test('are an empty list without ids', async () => {
    expect(await call(server.origin, 'listPlaces', { body: { mapIds: [] } }, owner.token)).toEqual({ places: [] });
  });

  test('are readable for an invited guest', async () => {
    const shared = await makeParcours(server.origin, owner, 'Shared');
    await makePlace(server.origin, owner, shared, 'Open');
    const guest = await signUpMember(server, owner, shared, 'Walker', 'guest', 'guest');
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [shared] } }, guest.token);
    expect(places).toHaveLength(1);
  });
});

describe('many writers at once', () => {
  test('succeed, each with its own place', async () => {
    const shared = await makeParcours(server.origin, owner, 'Busy');
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, index) => makePlace(server.origin, owner, shared, `Place ${index}`)),
    );
    expect(new Set(ids).size).toBe(60);
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [shared] } }, owner.token);
    expect(places).toHaveLength(60);
  });
});

function square(lng: number, lat: number, halfDeg: number): [number, number][] {
  const [west, east, south, north] = [lng - halfDeg, lng + halfDeg, lat - halfDeg, lat + halfDeg];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function zoneOf(...open: [number, number][]) {
  return { type: 'Polygon' as const, coordinates: [[...open, ...open.slice(0, 1)]] };
}

async function countPlaces(): Promise<number> {
  return (await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token)).places.length;
}

async function statusOf(attempt: Promise<unknown>): Promise<number> {
  return attempt.then(
    () => 200,
    ({ status }: { status: number }) => status,
  );
}
