import { beforeEach, expect, test } from 'vitest';
import { STEPS_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { withDatabase } from '../../support/database/test-database.ts';
import { call, codeOf } from '../../support/server/api.ts';
import {
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
let editor: Person;
let dropper: Person;
let parcoursId: ParcoursId;
beforeEach(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  editor = await signUpMember(server, owner, parcoursId, 'Editor', 'editor', 'editor');
  dropper = await signUpMember(server, owner, parcoursId, 'Dropper', 'drop');
});

const params = () => ({ params: { mapId: parcoursId } });
const places = (count: number): Promise<PlaceId[]> =>
  Promise.all(Array.from({ length: count }, () => makePlace(server.origin, owner, parcoursId)));
const read = ({ token }: Person) => call(server.origin, 'readOrder', params(), token);
const set = async (placeIds: readonly PlaceId[], by = owner, version?: string) => {
  const body = { placeIds: [...placeIds], version: version ?? (await read(by)).version };
  return call(server.origin, 'setOrder', { ...params(), body }, by.token);
};
/** The numbered places as somebody's list has them, in their order. */
const listed = async ({ token }: Person): Promise<(readonly [step: number, id: PlaceId])[]> => {
  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token);
  const numbered = places.flatMap(({ step, id }) => (step === undefined ? [] : [[step, id] as const]));
  return numbered.sort(([a], [b]) => a - b);
};

test('without an order no place has a number; with one, list and pack have it, and new places have none', async () => {
  const [a, b, c] = (await places(3)) as [PlaceId, PlaceId, PlaceId];
  expect([await listed(dropper), (await read(owner)).placeIds]).toEqual([[], []]);
  expect((await set([c, a])).placeIds).toEqual([c, a]);
  await makePlace(server.origin, dropper, parcoursId);
  const order = [
    [1, c],
    [2, a],
  ];
  for (const person of [owner, dropper]) expect(await listed(person)).toEqual(order);
  const pack = await call(server.origin, 'readPack', params(), dropper.token);
  expect(pack.places.find(({ id }) => id === c)?.step).toBe(1);
  expect(pack.places.find(({ id }) => id === b)).not.toHaveProperty('step');
  await set([]);
  expect(await listed(dropper)).toEqual([]);
});

test('of two authors who change the same order, the second is told, and nothing is lost', async () => {
  const [a, b] = (await places(2)) as [PlaceId, PlaceId];
  const { version } = await read(editor);
  await set([a, b]);
  expect(await codeOf(set([b, a], editor, version))).toBe('conflict');
  expect((await read(editor)).placeIds).toEqual([a, b]);
  expect((await set([b, a], editor)).placeIds).toEqual([b, a]);
});

test('deleted and hidden places leave no gap, and return where they were, whatever was ordered meanwhile', async () => {
  const [a, b, c, d] = (await places(4)) as [PlaceId, PlaceId, PlaceId, PlaceId];
  await set([a, b, c, d]);
  await call(server.origin, 'deletePlace', { params: { placeId: b } }, owner.token);
  await withDatabase(server.dataDir, async (database) => {
    await database.transact((tx) => tx('places').where({ id: c }).update({ hidden_at: '2026-01-01T00:00:00.000Z' }));
    expect(await listed(dropper)).toEqual([
      [1, a],
      [2, d],
    ]);
    // Not even the owner, who made the hidden one, has a row for it.
    expect((await read(owner)).placeIds).toEqual([a, d]);
    expect((await set([d, a], editor)).placeIds).toEqual([d, a]);
    await call(server.origin, 'restorePlace', { params: { placeId: b } }, owner.token);
    await database.transact((tx) => tx('places').where({ id: c }).update({ hidden_at: null }));
  });
  expect((await read(editor)).placeIds).toEqual([d, a, b, c]);
});

test('a place that waits for approval is in its editors’ order, and has a number once it is approved', async () => {
  const body = { required: true };
  await call(server.origin, 'requireApproval', { ...params(), body }, owner.token);
  const [a] = (await places(1)) as [PlaceId];
  const waiting = await makePlace(server.origin, dropper, parcoursId);
  expect((await set([waiting, a])).placeIds).toEqual([waiting, a]);
  for (const person of [owner, dropper]) expect(await listed(person)).toEqual([[1, a]]);
  const found = await call(server.origin, 'listWaiting', params(), owner.token);
  const version = found.places[0]?.version ?? '';
  const answer = { params: { placeId: waiting }, body: { answer: 'approved' as const, version } };
  await call(server.origin, 'answerWaiting', answer, owner.token);
  expect(await listed(dropper)).toEqual([
    [1, waiting],
    [2, a],
  ]);
});

test('an order takes each place once, at most so many, and none of others’ parcours, drafts or deleted ones', async () => {
  const [a] = (await places(1)) as [PlaceId];
  const elsewhere = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
  const draft = await makeDraft(server.origin, owner, parcoursId);
  const deleted = await makePlace(server.origin, owner, parcoursId);
  await call(server.origin, 'deletePlace', { params: { placeId: deleted } }, owner.token);
  for (const strange of [elsewhere, draft, deleted]) expect(await codeOf(set([a, strange]))).toBe('conflict');
  expect(await codeOf(set([a, a]))).toBe('invalid_request');
  const many = Array.from({ length: STEPS_MAX + 1 }, (_, index) => (index + 1) as PlaceId);
  expect(await codeOf(set(many))).toBe('invalid_request');
  expect((await read(owner)).placeIds).toEqual([]);
});
