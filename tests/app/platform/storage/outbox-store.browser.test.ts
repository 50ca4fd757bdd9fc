import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecord } from '../../../../app/drops/outbox/outbox-records.ts';
import { type OutboxStore, openOutboxStore } from '../../../../app/platform/storage/outbox-store.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const ana = UserId.parse(1);
const bob = UserId.parse(2);
const recordFor = (id: string, userId = ana, recordingId: string | null = null) =>
  createRecord(
    {
      mapId: ParcoursId.parse(3),
      geometry: { type: 'Point', coordinates: [2.34, 48.85] },
      title: 'Le vent',
      placeId: null,
      audio: recordingId === null ? new Blob(['RIFF']) : { recordingId },
      fileName: null,
      sessionId: null,
    },
    id,
    userId,
  );

const tabs: OutboxStore[] = [];
let store: OutboxStore;

function openTab(): OutboxStore {
  const tab = openOutboxStore();
  tabs.push(tab);
  return tab;
}

beforeEach(() => {
  store = openTab();
});
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.close();
  await deleteDB('drop-ici');
});

describe('the records of drops', () => {
  it('are there when the store is reopened, per account, oldest first', async () => {
    await store.add({ ...recordFor('second'), keptAtMs: 2 });
    await store.add({ ...recordFor('first'), keptAtMs: 1 });
    await store.add(recordFor('of-bob', bob));
    store.close();
    store = openTab();
    expect((await store.listOf(ana)).map(({ id }) => id)).toEqual(['first', 'second']);
    expect((await store.listOf(bob)).map(({ id }) => id)).toEqual(['of-bob']);
    expect((await store.listIds()).sort()).toEqual(['first', 'of-bob', 'second']);
    expect(await store.read('none')).toBeNull();
  });

  it('contain a recording once: adding it again returns its existing record', async () => {
    expect(await store.add(recordFor('one', ana, 'a-recording'))).toBe('one');
    const others = [store, openTab()].map((tab, nth) => tab.add(recordFor(`other-${nth}`, ana, 'a-recording')));
    expect(await Promise.all(others)).toEqual(['one', 'one']);
    expect(await store.listIds()).toEqual(['one']);
    expect(await store.add(recordFor('file-1'))).toBe('file-1');
    expect(await store.add(recordFor('file-2'))).toBe('file-2');
  });

  it('are changed sequentially, even from two tabs at once', async () => {
    await store.add(recordFor('one'));
    const both = [store, openTab()];
    const count = 20;
    await Promise.all(
      Array.from({ length: count }, (_, nth) =>
        both[nth % 2]?.change('one', (record) => ({ ...record, attempts: record.attempts + 1 })),
      ),
    );
    expect((await store.read('one'))?.attempts).toBe(count);
    expect(await store.change('one', (record) => ({ ...record, placeId: PlaceId.parse(9) }))).toMatchObject({
      placeId: 9,
    });
    expect(await store.change('one', () => null)).toBeNull();
    expect(await store.read('one')).toBeNull();
    expect(await store.change('one', (record) => record)).toBeNull();
  });

  it('allow a newer build to change the database', async () => {
    await store.add(recordFor('one'));
    const newer = await openDB('drop-ici', 2);
    expect(await newer.count('outbox')).toBe(1);
    newer.close();
  });

  it('that cannot be read, such as those of a later build, are skipped and not lost', async () => {
    await store.add(recordFor('one'));
    const database = await openDB('drop-ici');
    await database.put('outbox', { id: 'odd', userId: ana, from: 'the future' });
    database.close();
    expect((await store.listOf(ana)).map(({ id }) => id)).toEqual(['one']);
    expect(await store.change('odd', () => null)).toBeNull();
    expect((await store.listIds()).sort()).toEqual(['odd', 'one']);
  });
});
