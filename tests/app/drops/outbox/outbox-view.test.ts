import { expect, test } from 'vitest';
import { wordsForCode, wordsForUnsent } from '../../../../app/drops/drop-fault-words.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { createRecord } from '../../../../app/drops/outbox/outbox-records.ts';
import { nameOf, showRecord, splitWaiting, waitReasonOf } from '../../../../app/drops/outbox/outbox-view.ts';
import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../../app/drops/record/record-words.ts';
import { ApiError } from '../../../../app/platform/net/api.ts';
import type { Refusal } from '../../../../app/platform/storage/outbox-store.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import type { Place } from '../../../../contracts/place.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const record = createRecord(
  {
    mapId: ParcoursId.parse(4),
    geometry: { type: 'Point', coordinates: [2.34, 48.85] },
    title: '',
    placeId: null,
    audio: new Blob(['RIFF']),
    fileName: 'vent.m4a',
    sessionId: null,
  },
  'an-id',
  UserId.parse(3),
);
const forbidden = wordsForCode('forbidden') ?? '';

test.each([
  ['no answer', new TypeError('Failed to fetch'), outboxStrings.offline],
  ['a server in trouble', new ApiError('internal', 500, ''), outboxStrings.serverTrouble],
  ['a server that asks to wait', new ApiError('too_many_requests', 429, '', 30), outboxStrings.busyServer],
])('waiting for %s says so', (_, cause, words) => {
  expect(wordsForUnsent(waitReasonOf(cause))).toBe(words);
  const waiting = showRecord({ ...record, attempts: 1, nextTryMs: 9000 }, undefined, waitReasonOf(cause));
  expect(waiting).toMatchObject({ phase: 'waiting', error: waitReasonOf(cause), canRetry: true, nextTryMs: 9000 });
});

test.each<[Refusal, string]>([
  [{ step: 'create', why: 'forbidden' }, dropStrings.createFailed(forbidden)],
  [{ step: 'send', why: 'forbidden' }, dropStrings.uploadFailed(forbidden)],
  [{ step: 'title', why: 'forbidden' }, recordStrings.nameFailed(forbidden)],
  [{ step: 'convert', why: 'NotAudioError' }, wordsForCode('NotAudioError') ?? ''],
  [{ step: 'send', why: 'place-gone' }, outboxStrings.placeGone],
  [{ step: 'create', why: 'plan-gone' }, outboxStrings.planGone],
])('a refused drop (%o) says why, and can be tried again', (refusal, words) => {
  expect(words).not.toBe('');
  const refused = showRecord({ ...record, refusal }, undefined, undefined);
  expect(refused).toMatchObject({ phase: 'refused', error: refusal, canRetry: true, isUnsent: true });
  expect(refused.error && wordsForUnsent(refused.error)).toBe(words);
});

test('a drop without its audio says so, and is not tried again', () => {
  const lost = showRecord({ ...record, refusal: { step: 'convert', why: 'audio-gone' } }, undefined, undefined);
  expect(lost).toMatchObject({ error: { why: 'audio-gone' }, canRetry: false });
  expect(lost.error && wordsForUnsent(lost.error)).toBe(outboxStrings.audioGone);
});

test('a permanently refused drop is not tried again, unless its title was too long', () => {
  const refused = { ...record, refusal: { step: 'create', why: 'invalid_request' } as const };
  const error = dropStrings.createFailed(strings.errors.refused);
  expect(showRecord(refused, undefined, undefined)).toMatchObject({ error: refused.refusal, canRetry: false });
  expect(wordsForUnsent(refused.refusal)).toBe(error);
  expect(showRecord({ ...refused, title: 'a'.repeat(255) }, undefined, undefined)).toMatchObject({ canRetry: true });
});

test('an unsaved drop says so, whether it was sent or waits to be saved', () => {
  const draft = { ...record, isDraft: true, placeId: PlaceId.parse(9) };
  expect(showRecord({ ...draft, isSent: true }, undefined, undefined)).toMatchObject({
    phase: 'sent',
    isUnsent: false,
  });
  const attached = showRecord({ ...draft, makesPlace: false }, undefined, undefined);
  expect(attached).toMatchObject({ phase: 'unsaved', isUnsent: true, canRetry: false });
});

test('a drop is named by its title, its file, or its name on the server', () => {
  expect(nameOf({ title: ' Le vent ', fileName: 'vent.m4a' })).toBe('Le vent');
  expect(nameOf({ title: ' ', fileName: 'vent.m4a' })).toBe('vent.m4a');
  expect(nameOf({ title: '', fileName: null })).toBe('drop');
});

const parcoursId = ParcoursId.parse(3);
const feature = { type: 'Point' as const, coordinates: [2.34, 48.85] as [number, number] };
const place = (id: number): Place => ({
  ...{ id: PlaceId.parse(id), appelation: 'Le pont', type: 'la', feature, map: { id: parcoursId } },
  ...{ userId: null, media: null },
});
const draft = { mapId: parcoursId, geometry: feature, title: '', placeId: null, fileName: null, sessionId: null };
const placed = createRecord({ ...draft, audio: new Blob() }, 'an-id', UserId.parse(1));
const show = (change: Partial<typeof placed>) => showRecord({ ...placed, ...change }, undefined, undefined);

test('a drop without a place on the server waits beside the others', () => {
  const { settled, waiting } = splitWaiting([place(1)], [show({})], [parcoursId]);
  expect([settled.length, waiting.length]).toEqual([1, 1]);
});

test('a drop whose place is made waits until its audio is there, and is not shown twice', () => {
  const split = (isSent: boolean) =>
    splitWaiting(
      [place(1), place(2)],
      [show({ placeId: PlaceId.parse(2), isSent, serverTitle: 'drop' })],
      [parcoursId],
    );
  expect(split(false).settled.map(({ id }) => id)).toEqual([1]);
  expect(split(false).waiting).toHaveLength(1);
  expect(split(true)).toMatchObject({ settled: [{ id: 1 }, { id: 2 }], waiting: [] });
});

test('a draft is not among the others until it is saved, even if the server has all of it', () => {
  const draft = show({ isDraft: true, askedAsDraft: true, placeId: PlaceId.parse(2), isSent: true });
  expect(splitWaiting([place(1), place(2)], [draft], [parcoursId])).toMatchObject({
    settled: [{ id: 1 }],
    waiting: [{}],
  });
});

test('audio on its way to an existing place does not change it', () => {
  const attached = show({ placeId: PlaceId.parse(2), makesPlace: false });
  expect(splitWaiting([place(2)], [attached], [parcoursId])).toMatchObject({ settled: [{ id: 2 }], waiting: [] });
});

test('drops of other parcours are not on this map', () => {
  expect(splitWaiting([], [show({})], [ParcoursId.parse(9)]).waiting).toEqual([]);
});
