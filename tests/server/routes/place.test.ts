import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ParcoursId, PlaceId, type Privilege } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/api.ts';
import { addMember, makeParcours, makePlace, type Person, pointPlace, setRole, signUp } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Person;
let mapId: ParcoursId;
beforeAll(async () => {
  server = await startServer();
  owner = await signUp(server.origin, 'Owner');
  await setRole(server, owner, 'admin');
  mapId = await makeParcours(server.origin, owner);
});
afterAll(() => server.stop());

describe('a place', () => {
  test('is put on a parcours and read back, a point as a point', async () => {
    const id = await makePlace(server.origin, owner, mapId, 'Le pont');
    expect(await call(server.origin, 'readPlace', { params: { placeId: id } }, owner.token)).toEqual({
      id,
      appelation: 'Le pont',
      feature: { type: 'Point', coordinates: [2.3, 48.8] },
      media_data: null,
    });
  });

  test('may be a polygon with holes, which comes back as it was', async () => {
    const geometry = {
      type: 'Polygon' as const,
      coordinates: [square(2.3, 48.8, 0.01), square(2.3, 48.8, 0.002)],
    };
    const body = { ...pointPlace(mapId, 'Le parc'), geometry };
    const { newPlace } = await call(server.origin, 'createPlace', { body }, owner.token);
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [mapId] } }, owner.token);
    expect(places.find(({ id }) => id === newPlace.place_id)).toEqual({
      id: newPlace.place_id,
      appelation: 'Le parc',
      type: 'la',
      feature: geometry,
      map: { id: mapId },
      media: null,
    });
  });

  test.each([
    ['an open ring', { type: 'Polygon', coordinates: [square(2, 48, 1).slice(0, -1)] }],
    ['a line', { type: 'LineString', coordinates: square(2, 48, 1) }],
    ['one number', { type: 'Point', coordinates: [2] }],
    ['text for numbers', { type: 'Point', coordinates: ['2', '48'] }],
    ['a latitude over 90', { type: 'Point', coordinates: [2, 91] }],
    ['nothing', null],
  ])('is refused with %s for a geometry, and nothing is stored', async (_, geometry) => {
    const before = await countPlaces();
    const response = await fetch(`${server.origin}/v1/place/places`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: owner.token },
      body: JSON.stringify({ ...pointPlace(mapId), geometry }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await countPlaces()).toBe(before);
  });

  test.each<[Privilege, 'user' | 'guest', number]>([
    ['admin', 'user', 200],
    ['editor', 'user', 200],
    ['drop', 'user', 200],
    ['guest', 'user', 403],
    ['drop', 'guest', 403],
    ['guest', 'guest', 403],
  ])('put there by a member with privilege %s and role %s answers %i', async (privilege, role, status) => {
    const person = await signUp(server.origin, `Puts ${privilege} ${role}`, role);
    await addMember(server.origin, owner, mapId, person, privilege);
    expect(await statusOf(call(server.origin, 'createPlace', { body: pointPlace(mapId) }, person.token))).toBe(status);
  });

  test('is neither put there nor read by somebody who is no member', async () => {
    const stranger = await signUp(server.origin, 'Stranger');
    const placeId = await makePlace(server.origin, owner, mapId);
    expect(await statusOf(makePlace(server.origin, stranger, mapId))).toBe(403);
    expect(await statusOf(call(server.origin, 'readPlace', { params: { placeId } }, stranger.token))).toBe(403);
  });

  test('that does not exist is not found, nor is a parcours', async () => {
    const params = { placeId: PlaceId.parse(987_654) };
    expect(await statusOf(call(server.origin, 'readPlace', { params }, owner.token))).toBe(404);
    expect(await statusOf(makePlace(server.origin, owner, ParcoursId.parse(987_654)))).toBe(404);
  });

  test.each(['abc', '0', '-1', '1.5', '9007199254740993'])('named by %s is a bad request', async (id) => {
    const response = await fetch(`${server.origin}/v1/place/${id}`, { headers: { Authorization: owner.token } });
    expect(response.status).toBe(400);
  });
});

describe('places by parcours', () => {
  test('come from those parcours that the asker belongs to; the other ids are left out', async () => {
    const other = await signUp(server.origin, 'Other');
    const theirs = await makeParcours(server.origin, other, 'Theirs');
    await makePlace(server.origin, other, theirs, 'Hidden');
    const mine = await makeParcours(server.origin, owner, 'Mine');
    await makePlace(server.origin, owner, mine, 'Seen');
    const body = { mapIds: [mine, theirs, ParcoursId.parse(987_654), mine] };
    const { places } = await call(server.origin, 'listPlaces', { body }, owner.token);
    expect(places.map(({ appelation }) => appelation)).toEqual(['Seen']);
  });

  test('are none for no ids', async () => {
    expect(await call(server.origin, 'listPlaces', { body: { mapIds: [] } }, owner.token)).toEqual({ places: [] });
  });

  test('are read by a guest who was invited', async () => {
    const guest = await signUp(server.origin, 'Walker', 'guest');
    const shared = await makeParcours(server.origin, owner, 'Shared');
    await makePlace(server.origin, owner, shared, 'Open');
    await addMember(server.origin, owner, shared, guest, 'guest');
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [shared] } }, guest.token);
    expect(places).toHaveLength(1);
  });
});

describe('many writers at once', () => {
  test('all succeed, each with a place of its own', async () => {
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

async function countPlaces(): Promise<number> {
  return (await call(server.origin, 'listPlaces', { body: { mapIds: [mapId] } }, owner.token)).places.length;
}

async function statusOf(attempt: Promise<unknown>): Promise<number> {
  return attempt.then(
    () => 200,
    ({ status }: { status: number }) => status,
  );
}
