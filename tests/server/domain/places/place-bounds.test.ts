import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { call } from '../../../support/api.ts';
import { addMember, makeParcours, makePlace, type Person, signUp } from '../../../support/people.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

const FULL = { status: 422, code: 'map_full' };

let server: TestServer;
let owner: Person;
let guide: Person;
beforeAll(async () => {
  server = await startServer({ PLACES_PER_MAP_MAX: '8', SHAPE_BYTES_PER_MAP_MAX: '4000' });
  owner = await signUp(server.origin, 'Owner');
  guide = await signUp(server.origin, 'Guide');
});
afterAll(() => server.stop());

async function newMap(): Promise<ParcoursId> {
  const mapId = await makeParcours(server.origin, owner);
  await addMember(server.origin, owner, mapId, guide, 'drop');
  return mapId;
}

const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < count; index++) await work();
};

/** A zone of so many positions, as well-known text. */
function zone(positions: number): string {
  const ring = Array.from({ length: positions - 1 }, (_, index) => `2.${index} 48.8`);
  return `POLYGON ((${[...ring, ring[0]].join(', ')}))`;
}

describe('the places of a map', () => {
  test('are bounded for all, and by a quarter for who is no editor; a deletion makes room', async () => {
    const mapId = await newMap();
    const put = (person: Person) => makePlace(server.origin, person, mapId);
    await times(2, () => put(guide));
    await expect(put(guide)).rejects.toMatchObject(FULL);
    await times(5, () => put(owner));
    const last = await put(owner);
    await expect(put(owner)).rejects.toMatchObject(FULL);
    await call(server.origin, 'deletePlace', { params: { placeId: last } }, owner.token);
    await put(owner);
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [mapId] } }, owner.token);
    expect(places).toHaveLength(8);
  });

  test('have bounded shapes, also where one is changed, and a refused change leaves the shape', async () => {
    const mapId = await newMap();
    const change = async (person: Person, positions: number) => {
      const id = await makePlace(server.origin, person, mapId);
      const body = { id, appelation: 'Zone', feature: zone(positions) };
      const changed = call(server.origin, 'updatePlace', { body }, person.token);
      return changed.finally(async () => {
        const kept = await call(server.origin, 'readPlace', { params: { placeId: id } }, person.token);
        expect(kept.feature.type).toBe((await changed.catch(() => null)) === null ? 'Point' : 'Polygon');
      });
    };
    await expect(change(guide, 150)).rejects.toMatchObject(FULL);
    await change(owner, 150);
    await expect(change(owner, 400)).rejects.toMatchObject(FULL);
  });

  test('may become smaller on a map that is beyond its bounds', async () => {
    const strict = await startServer();
    try {
      const person = await signUp(strict.origin, 'Owner');
      const id = await makePlace(strict.origin, person, await makeParcours(strict.origin, person));
      const change = (positions: number) =>
        call(
          strict.origin,
          'updatePlace',
          { body: { id, appelation: 'Zone', feature: zone(positions) } },
          person.token,
        );
      await change(200);
      await strict.restart({ SHAPE_BYTES_PER_MAP_MAX: '1000' });
      await change(150);
      await expect(change(160)).rejects.toMatchObject(FULL);
    } finally {
      await strict.stop();
    }
  });
});
