import { beforeAll, describe, expect, test } from 'vitest';
import { type ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { call } from '../../../support/server/api.ts';
import {
  addMember,
  fillingOf,
  makeParcours,
  makePlace,
  type Person,
  plannedPoint,
  signUp,
  signUpAs,
} from '../../../support/server/people.ts';
import { startServer } from '../../../support/server/server.ts';
import { useServer } from '../../../support/server/use-server.ts';

const FULL = { status: 422, code: 'map_full' };
const MADE_ALL = { status: 507, code: 'quota_exceeded' };

const server = useServer({ PLACES_PER_MAP_MAX: '8', SHAPE_BYTES_PER_MAP_MAX: '4000' });
let owner: Person;
let guide: Person;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  guide = await signUp(server.origin, 'Guide');
});

async function newMap(): Promise<ParcoursId> {
  const parcoursId = await makeParcours(server.origin, owner);
  await addMember(server.origin, owner, parcoursId, guide, 'drop');
  return parcoursId;
}

const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < count; index++) await work();
};

/** The ring of a zone of `positions` positions. */
function ringOf(positions: number): [number, number][] {
  const ring = Array.from({ length: positions - 1 }, (_, index): [number, number] => [
    Number(`2.${index}`),
    48.8 + (index % 2) / 10,
  ]);
  return [...ring, ring[0] as [number, number]];
}

/** A zone of `positions` positions, as well-known text. */
function zone(positions: number): string {
  return `POLYGON ((${ringOf(positions)
    .map((position) => position.join(' '))
    .join(', ')}))`;
}

describe('the places of a map', () => {
  test('are limited in number, to a quarter for non-editors, and a deletion makes room', async () => {
    const parcoursId = await newMap();
    const put = (person: Person) => makePlace(server.origin, person, parcoursId);
    await times(2, () => put(guide));
    await expect(put(guide)).rejects.toMatchObject(FULL);
    await times(5, () => put(owner));
    const last = await put(owner);
    await expect(put(owner)).rejects.toMatchObject(FULL);
    await call(server.origin, 'deletePlace', { params: { placeId: last } }, owner.token);
    await put(owner);
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token);
    expect(places).toHaveLength(8);
  });

  test('have shapes of limited size, and a refused change leaves the shape', async () => {
    const parcoursId = await newMap();
    const change = async (person: Person, positions: number) => {
      const id = await makePlace(server.origin, person, parcoursId);
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

  test('say as many bytes as their shapes may have, and a refused text changes nothing', async () => {
    const parcoursId = await newMap();
    const write = async (person: Person, placeId: PlaceId, letters: number, letter = 'é') => {
      const body = { name: '', text: letter.repeat(letters), link: null, pictures: [] };
      const params = { placeId, language: 'fr', kind: 'standard' as const };
      await call(server.origin, 'changeTelling', { params, body }, person.token);
    };
    const [own, guides] = [
      await makePlace(server.origin, owner, parcoursId),
      await makePlace(server.origin, guide, parcoursId),
    ];
    await expect(write(guide, guides, 501)).rejects.toMatchObject(FULL);
    await write(guide, guides, 500);
    await expect(write(owner, own, 1501)).rejects.toMatchObject(FULL);
    await write(owner, own, 1500);
    await write(owner, own, 1499);
    // As many letters, but more bytes.
    await expect(write(owner, own, 1499, '€')).rejects.toMatchObject(FULL);
    const { tellings } = await call(server.origin, 'readPlaceWords', { params: { placeId: own } }, owner.token);
    expect(tellings[0]?.text).toHaveLength(1499);
  });

  test('that are planned have room for the one that fills each, whatever its author’s share', async () => {
    const parcoursId = await newMap();
    const plan = { ...plannedPoint(parcoursId), feature: { type: 'Polygon' as const, coordinates: [ringOf(60)] } };
    const { id } = await call(server.origin, 'planPlace', { body: plan }, owner.token);
    await times(7, () => makePlace(server.origin, owner, parcoursId));
    const fill = () =>
      call(server.origin, 'createPlace', { body: fillingOf(parcoursId, id, { draft: true }) }, guide.token);
    await fill();
    // Each becomes an ordinary draft once another is begun.
    await expect(fill()).rejects.toMatchObject(FULL);
  });

  test('may get smaller shapes on a map beyond its limits', async () => {
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

describe('the places of one author', () => {
  test('are limited across maps to one map’s worth, or four if vouched for, including deleted ones', async () => {
    const fill = async (author: Person, maps: number) => {
      for (let index = 0; index < maps; index++) {
        const parcoursId = await makeParcours(server.origin, author);
        await times(8, () => makePlace(server.origin, author, parcoursId));
      }
      return makeParcours(server.origin, author);
    };
    const fresh = await signUp(server.origin, 'Fresh');
    const trusted = await signUpAs(server, 'Trusted', 'editor');
    for (const [author, maps] of [[fresh, 1] as const, [trusted, 4] as const]) {
      const parcoursId = await fill(author, maps);
      await expect(makePlace(server.origin, author, parcoursId)).rejects.toMatchObject(MADE_ALL);
      const { places } = await call(
        server.origin,
        'listPlacesOf',
        { params: { userId: author.user.id } },
        author.token,
      );
      const placeId = PlaceId.parse(places[0]?.id);
      await call(server.origin, 'deletePlace', { params: { placeId } }, author.token);
      await expect(makePlace(server.origin, author, parcoursId)).rejects.toMatchObject(MADE_ALL);
      await call(server.origin, 'purgePlace', { params: { placeId } }, author.token);
      await makePlace(server.origin, author, parcoursId);
    }
  });

  test('count towards their author’s limit, also when an editor enlarges a shape', async () => {
    const fresh = await signUp(server.origin, 'Shapes');
    const enlarge = async (person: Person, id: PlaceId, positions: number) =>
      call(server.origin, 'updatePlace', { body: { id, appelation: 'Zone', feature: zone(positions) } }, person.token);
    const makeZone = async () => {
      const parcoursId = await makeParcours(server.origin, fresh);
      await addMember(server.origin, fresh, parcoursId, owner, 'drop');
      const params = { mapId: parcoursId, userId: owner.user.id };
      await call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'editor' } }, fresh.token);
      return makePlace(server.origin, fresh, parcoursId);
    };
    await enlarge(fresh, await makeZone(), 200);
    const second = await makeZone();
    await expect(enlarge(owner, second, 200)).rejects.toMatchObject(MADE_ALL);
    await enlarge(owner, second, 50);
  });
});

test('texts count for who wrote them last, not for the author of the place', async () => {
  const fresh = await signUp(server.origin, 'Writer');
  const places: PlaceId[] = [];
  for (let index = 0; index < 2; index++) {
    const parcoursId = await makeParcours(server.origin, fresh);
    await addMember(server.origin, fresh, parcoursId, owner, 'drop');
    const params = { mapId: parcoursId, userId: owner.user.id };
    await call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'editor' } }, fresh.token);
    places.push(await makePlace(server.origin, fresh, parcoursId));
  }
  const write = async (person: Person, language: string) => {
    const body = { name: '', text: 'é'.repeat(1000), link: null, pictures: [] };
    for (const placeId of places) {
      const params = { placeId, language, kind: 'easy' as const };
      await call(server.origin, 'changeTelling', { params, body }, person.token);
    }
  };
  await write(owner, 'en');
  await write(fresh, 'fr');
  for (const placeId of places) {
    const params = { placeId, language: 'en', kind: 'easy' as const };
    await call(server.origin, 'deleteTelling', { params }, owner.token);
  }
  await expect(write(fresh, 'en')).rejects.toMatchObject(MADE_ALL);
});

test('a list of maps with more shapes than one response may have is refused', async () => {
  const own = await startServer();
  try {
    const person = await signUp(own.origin, 'Reader');
    const parcoursIds: ParcoursId[] = [];
    for (let index = 0; index < 5; index++) {
      const parcoursId = await makeParcours(own.origin, person);
      const id = await makePlace(own.origin, person, parcoursId);
      const body = { id, appelation: 'Zone', feature: zone(100) };
      await call(own.origin, 'updatePlace', { body }, person.token);
      parcoursIds.push(parcoursId);
    }
    await own.restart({ SHAPE_BYTES_PER_MAP_MAX: '1100' });
    const list = (ids: ParcoursId[]) => call(own.origin, 'listPlaces', { body: { mapIds: ids } }, person.token);
    expect((await list(parcoursIds.slice(0, 3))).places).toHaveLength(3);
    await expect(list(parcoursIds)).rejects.toMatchObject({ status: 413, code: 'too_large' });
  } finally {
    await own.stop();
  }
});
