import { expect, it } from 'vitest';
import { createRecord } from '../../../../app/drops/outbox/outbox-records.ts';
import { createMemoryOutbox, storeOnce } from '../../../../app/platform/storage/memory-outbox.ts';
import { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';

const ana = UserId.parse(1);
const bob = UserId.parse(2);
const recordFor = (id: string, userId = ana, recordingId: string | null = null) =>
  createRecord(
    {
      ...{ mapId: ParcoursId.parse(3), geometry: { type: 'Point', coordinates: [2.34, 48.85] }, title: 'Le vent' },
      ...{ placeId: null, audio: recordingId === null ? new Blob(['RIFF']) : { recordingId } },
      ...{ fileName: null, sessionId: null },
    },
    id,
    userId,
  );

it('stores records in memory per account, oldest first', async () => {
  const store = storeOnce(Promise.resolve(createMemoryOutbox()));
  await store.add({ ...recordFor('second'), keptAtMs: 2 });
  await store.add({ ...recordFor('first'), keptAtMs: 1 });
  await store.add(recordFor('of-bob', bob));
  expect((await store.listOf(ana)).map(({ id }) => id)).toEqual(['first', 'second']);
  expect((await store.listOf(bob)).map(({ id }) => id)).toEqual(['of-bob']);
  expect(await store.listIds()).toEqual(['second', 'first', 'of-bob']);
  expect(await store.read('none')).toBeNull();
});

it('stores a recording once, and changes and removes records', async () => {
  const store = createMemoryOutbox();
  expect(await store.add(recordFor('one', ana, 'a-recording'))).toBe('one');
  expect(await store.add(recordFor('other', ana, 'a-recording'))).toBe('one');
  expect(await store.change('one', (record) => ({ ...record, title: 'Le fleuve' }))).toMatchObject({
    title: 'Le fleuve',
  });
  expect(await store.read('one')).toMatchObject({ title: 'Le fleuve' });
  expect(await store.change('one', () => null)).toBeNull();
  expect(await store.listIds()).toEqual([]);
  expect(await store.change('one', (record) => record)).toBeNull();
});
