import { beforeEach, expect, test } from 'vitest';
import type { CallInput } from '../../../contracts/routes.ts';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { auditLogRows } from '../../support/database/kept-data.ts';
import { call, codeOf } from '../../support/server/api.ts';
import { makeParcours, type Person, signUpAs, signUpMember } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer({ PLACES_PER_MAP_MAX: '250' });
let owner: Person;
let here: ParcoursId;
beforeEach(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  here = await makeParcours(server.origin, owner);
});

type Imported = CallInput<'importPlaces', Blob>['body']['places'][number];
const place = (number: number, change: Partial<Imported> = {}): Imported => ({
  appelation: `Lieu ${number}`,
  feature: { type: 'Point', coordinates: [2.34 + number / 10_000, 48.85] },
  ...{ text: '', link: null },
  ...change,
});
const many = (count: number) => Array.from({ length: count }, (_, index) => place(index + 1));
const add = async (places: Imported[], key?: string, { token } = owner, mapId = here) =>
  (await call(server.origin, 'importPlaces', { params: { mapId }, body: { places } }, token, key)).placeIds;
const listed = async () => (await call(server.origin, 'listPlaces', { body: { mapIds: [here] } }, owner.token)).places;

test('places are added in their order, with text and link as the words of the first language', async () => {
  const words = { text: 'Profond de **vingt** mètres.', link: 'https://example.org/puits' };
  const zone: Imported['feature'] = {
    type: 'Polygon',
    coordinates: [
      [
        [2, 48],
        [2.01, 48],
        [2.01, 48.01],
        [2, 48],
      ].map(([lng = 0, lat = 0]) => [lng, lat]),
    ],
  };
  const ids = await add([place(1, words), place(2, { appelation: '', feature: zone })]);
  expect((await listed()).map(({ id, appelation, media, userId }) => [id, appelation, media, userId])).toEqual([
    [ids[0], 'Lieu 1', null, owner.user.id],
    [ids[1], 'drop', null, owner.user.id],
  ]);
  const placeId = PlaceId.parse(ids[0]);
  const { tellings } = await call(server.origin, 'readPlaceWords', { params: { placeId } }, owner.token);
  expect(tellings).toMatchObject([{ language: 'fr', kind: 'standard', ...words }]);
  const entries = await auditLogRows(server.dataDir, 'places_imported');
  expect(entries.at(-1)).toMatchObject({ detail: '2 places', parcours_id: here });
});

test('a retry adds nothing, whether its response was lost or not, and another request under its key is refused', async () => {
  const ids = await add(many(3), 'one');
  expect(await add(many(3), 'one')).toEqual(ids);
  expect(await listed()).toHaveLength(3);
  expect(await codeOf(add(many(2), 'one'))).toBe('conflict');
});

test('all are added or none, also beyond the most that a parcours may have', async () => {
  await add(many(200));
  expect(await codeOf(add(many(51)))).toBe('map_full');
  expect(await codeOf(add([place(1), place(2, { feature: { type: 'Point', coordinates: [2, 91] } })]))).toBe(
    'invalid_request',
  );
  expect(await codeOf(add(many(201)))).toBe('invalid_request');
  expect(await listed()).toHaveLength(200);
});

test('only people who may edit the parcours import into it', async () => {
  const dropper = await signUpMember(server, owner, here, 'Dropper', 'drop');
  const stranger = await signUpAs(server, 'Stranger', 'editor');
  for (const person of [dropper, stranger]) expect(await codeOf(add(many(1), undefined, person))).toBe('forbidden');
  expect(await listed()).toEqual([]);
});

test('what was imported is taken back by deleting it', async () => {
  const placeIds = await add(many(2));
  const body = { act: 'delete', placeIds } as const;
  await call(server.origin, 'changeManyPlaces', { params: { mapId: here }, body }, owner.token);
  expect(await listed()).toEqual([]);
});
