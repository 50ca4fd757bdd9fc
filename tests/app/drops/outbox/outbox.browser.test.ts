import { ref, subscribe } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentOutbox, outbox, startDrops } from '../../../../app/drops/drop-services.ts';
import { forgetPlaces, places } from '../../../../app/places/places.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { openOutboxStore } from '../../../../app/platform/storage/outbox-store.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { listening, startListening } from '../../../../app/walk/listening.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import { wavOf } from '../../../support/audio/wav-bytes.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { forgetKept, listKeptFiles } from '../../../support/page/kept-drops.ts';
import { mediaLink } from '../../../support/samples/listed-place.ts';
import { until } from '../../../support/until.ts';

const ana = { id: UserId.parse(7), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const parcoursId = ParcoursId.parse(4);
const geometry = { type: 'Point' as const, coordinates: [2.34, 48.85] as [number, number] };
const shape = {
  id: 'a-shape',
  userId: ana.id,
  mapId: parcoursId,
  title: 'Le vent',
  geometry,
  key: 'a-key',
  redoOf: null,
};
const placeId = PlaceId.parse(12);
const DELETION = `DELETE /v1/place/places/${placeId}`;
const PURGE = `DELETE /v1/deleted/places/${placeId}`;

let scope: Scope;
let heard: ReturnType<typeof answerCalls>;
beforeEach(() => {
  scope = new Scope();
  heard = answerCalls({ [DELETION]: { status: 'ok' }, [PURGE]: { status: 'ok' } });
  storage.write('currentUser', ana);
  start();
});
afterEach(async () => {
  for (const { id } of outbox.items) await currentOutbox().discard(id);
  scope.dispose();
  vi.unstubAllGlobals();
  storage.forgetAll();
  await forgetKept();
});

function start(): void {
  startDrops(scope, ana.id);
}

/** Like after a page that died before it released the shape. */
function startAgain(): void {
  scope.dispose();
  storage.write('pendingShapes', [shape]);
  scope = new Scope();
  start();
}

function keep(isDraft: boolean, format: { readonly sampleRateHz?: number } = {}): Promise<string> {
  return currentOutbox().add({
    ...{ mapId: parcoursId, geometry, title: 'Le vent', placeId: null, pendingId: shape.id, isDraft },
    ...{ audio: new Blob([wavOf(new Int16Array(4410), format)]), fileName: 'vent.wav', sessionId: null },
  });
}

/** A drop whose data the server has, except for its title. */
async function keepSent(): Promise<string> {
  const id = await keep(true);
  const store = openOutboxStore();
  await store.change(id, (record) => ({
    ...{ ...record, placeId, askedTitle: 'Le vent', serverTitle: 'Le vent', isSent: true, nextTryMs: 0 },
  }));
  store.close();
  return id;
}

describe('the shape of a drop', () => {
  it('waits for nothing else if the page died while the drop was being stored', async () => {
    await keep(false);
    startAgain();
    await expect.poll(() => storage.read('pendingShapes')).toEqual([]);
    expect(outbox.items).toHaveLength(1);
  });

  it('continues to wait until the drop is confirmed', async () => {
    await keep(true);
    startAgain();
    await expect.poll(() => outbox.items).toHaveLength(1);
    expect(storage.read('pendingShapes')).toEqual([shape]);
  });
});

describe('an unsaved drop', () => {
  const detail = { id: placeId, appelation: 'Le quai', feature: geometry, map: { id: parcoursId }, userId: ana.id };
  const answers = {
    'POST /v1/place/places': { newPlace: { place_id: placeId } },
    'PUT /v1/place/places': { ...detail, media_data: mediaLink() },
    [DELETION]: { status: 'ok' },
    [PURGE]: { status: 'ok' },
  };
  const bodyOf = (call: string) => heard.findLast((one) => one.call === call)?.body;

  beforeEach(() => {
    startListening(scope);
    Object.assign(places, { parcoursIds: [parcoursId], list: ref([]) });
    heard = answerCalls(answers);
  });
  afterEach(forgetPlaces);

  it('has a place for its author alone, not on walks; saved, it does not start by itself', async () => {
    const id = await keep(true);
    await expect.poll(() => outbox.items[0]?.placeId).toBe(placeId);
    expect(bodyOf('POST /v1/place/places')).toMatchObject({ properties: { draft: true, appelation: 'drop' } });
    expect(places.list).toEqual([]);
    const store = openOutboxStore();
    await store.change(id, (record) => ({ ...record, isSent: true, nextTryMs: 0 }));
    store.close();
    expect(heard.map(({ call }) => call)).not.toContain('PUT /v1/place/places');
    const spentWhenListed: boolean[] = [];
    const note = (): void => {
      if (places.list.length > 0) spentWhenListed.push(listening.walk.spent.includes(placeId));
    };
    scope.add(subscribe(places, note, true));
    await currentOutbox().retitle(id, 'Le quai');
    await expect.poll(() => outbox.items).toEqual([]);
    expect(bodyOf('PUT /v1/place/places')).toEqual({ id: placeId, appelation: 'Le quai' });
    expect(places.list).toMatchObject([{ id: placeId, appelation: 'Le quai', media: { data: mediaLink() } }]);
    // Not later, because it would start by itself where its author is.
    expect(spentWhenListed).toEqual([true]);
  });

  it('is published immediately if it is saved before its place is made', async () => {
    heard = answerCalls({});
    const id = await keep(true);
    await expect.poll(() => outbox.items[0]?.phase).toBe('waiting');
    // Its request may have arrived, so it is repeated unchanged.
    expect(bodyOf('POST /v1/place/places')).toMatchObject({ properties: { draft: true } });
    await currentOutbox().discard(id);
    const saved = await keep(false);
    await expect.poll(() => outbox.items.find((item) => item.id === saved)?.phase).toBe('waiting');
    expect(bodyOf('POST /v1/place/places')).toMatchObject({ properties: { appelation: 'Le vent' } });
    expect(bodyOf('POST /v1/place/places')).not.toHaveProperty('properties.draft');
    heard = answerCalls(answers);
  });
});

describe('a drop whose audio needs conversion', () => {
  it('reports the converter’s download apart from the conversion', async () => {
    heard = answerCalls({
      'POST /v1/place/places': { newPlace: { place_id: placeId } },
      [DELETION]: { status: 'ok' },
      [PURGE]: { status: 'ok' },
    });
    const phases: string[] = [];
    const shares: number[] = [];
    const note = (): void => {
      for (const { phase, progress } of outbox.items) {
        if (phases.at(-1) !== phase) phases.push(phase);
        if (phase === 'preparing' && progress !== null) shares.push(progress);
      }
    };
    const stop = subscribe(outbox, note, true);
    await keep(false, { sampleRateHz: 48_000 });
    await expect.poll(() => phases).toContain('sending');
    stop();
    const begin = phases.indexOf('preparing');
    expect(phases.slice(begin, begin + 3)).toEqual(['preparing', 'converting', 'sending']);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBeGreaterThan(0.9);
  });
});

describe('a discarded drop', () => {
  it('is deleted with its place, or was already gone, however late it is', async () => {
    for (let lateMs = 0; lateMs < 20; lateMs += 2) {
      const id = await keepSent();
      heard.splice(0);
      await currentOutbox().retitle(id, 'Le vent');
      // This is not a wait: it varies the moment of discarding.
      await new Promise((done) => setTimeout(done, lateMs));
      const wasHere = await currentOutbox().discard(id);
      await expect.poll(() => outbox.items).toEqual([]);
      await expect.poll(listKeptFiles).toEqual([]);
      await until(async () => expect(await listRecords()).toEqual([]));
      expect(heard.filter(({ call }) => call === DELETION)).toHaveLength(wasHere ? 1 : 0);
    }
  });
});

async function listRecords(): Promise<string[]> {
  const store = openOutboxStore();
  try {
    return await store.listIds();
  } finally {
    store.close();
  }
}
