import { expect, test } from 'vitest';
import { recordOf } from '../../../../app/drops/outbox/drop-draft.ts';
import { showRecord } from '../../../../app/drops/outbox/outbox-view.ts';
import { splitWaiting } from '../../../../app/drops/outbox/waiting-places.ts';
import type { Place } from '../../../../contracts/place.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const mapId = ParcoursId.parse(3);
const feature = { type: 'Point' as const, coordinates: [2.34, 48.85] as [number, number] };
const place = (id: number): Place => ({
  ...{ id: PlaceId.parse(id), appelation: 'Le pont', type: 'la', feature, map: { id: mapId } },
  ...{ userId: null, media: null },
});
const draft = { mapId, geometry: feature, title: '', placeId: null, fileName: null, sessionId: null };
const record = recordOf({ ...draft, audio: new Blob() }, 'an-id', UserId.parse(1));
const show = (change: Partial<typeof record>) => showRecord({ ...record, ...change }, undefined, undefined);

test('a drop without a place on the server waits beside the others', () => {
  const { settled, waiting } = splitWaiting([place(1)], [show({})], [mapId]);
  expect([settled.length, waiting.length]).toEqual([1, 1]);
});

test('a drop whose place is made waits until its audio is there, and is not shown twice', () => {
  const split = (isSent: boolean) =>
    splitWaiting([place(1), place(2)], [show({ placeId: PlaceId.parse(2), isSent, serverTitle: 'drop' })], [mapId]);
  expect(split(false).settled.map(({ id }) => id)).toEqual([1]);
  expect(split(false).waiting).toHaveLength(1);
  expect(split(true)).toMatchObject({ settled: [{ id: 1 }, { id: 2 }], waiting: [] });
});

test('a draft is not among the others until it is saved, even if the server has all of it', () => {
  const draft = show({ isDraft: true, askedAsDraft: true, placeId: PlaceId.parse(2), isSent: true });
  expect(splitWaiting([place(1), place(2)], [draft], [mapId])).toMatchObject({ settled: [{ id: 1 }], waiting: [{}] });
});

test('audio on its way to an existing place does not change it', () => {
  const attached = show({ placeId: PlaceId.parse(2), makesPlace: false });
  expect(splitWaiting([place(2)], [attached], [mapId])).toMatchObject({ settled: [{ id: 2 }], waiting: [] });
});

test('drops of other parcours are not on this map', () => {
  expect(splitWaiting([], [show({})], [ParcoursId.parse(9)]).waiting).toEqual([]);
});
