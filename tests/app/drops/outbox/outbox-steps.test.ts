import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { advance, nextStep } from '../../../../app/drops/outbox/outbox-machine.ts';
import { createRecord } from '../../../../app/drops/outbox/outbox-records.ts';
import { doStep, StepError, type StepTools } from '../../../../app/drops/outbox/outbox-steps.ts';
import { connectApi } from '../../../../app/platform/net/api.ts';
import type { OutboxRecord } from '../../../../app/platform/storage/outbox-store.ts';
import { RESUMABLE_PATH } from '../../../../contracts/recording.ts';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { wavOf } from '../../../support/audio/wav-bytes.ts';
import { call } from '../../../support/server/api.ts';
import {
  makeParcours,
  makePlace,
  type Person,
  plannedPoint,
  setRole,
  signUp,
  signUpMember,
} from '../../../support/server/people.ts';
import { beginUpload, sendPart } from '../../../support/server/tus.ts';
import { useServer } from '../../../support/server/use-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const server = useServer();
let person: Person;
let parcoursId: ParcoursId;
let kept: OutboxRecord;

beforeEach(async () => {
  person = await signUp(server.origin, 'Ines');
  parcoursId = await makeParcours(server.origin, person);
  connectApi({ baseUrl: server.origin, readToken: () => person.token, onRefused: () => {} });
  const geometry = { type: 'Point' as const, coordinates: [2.341_123_456_78, 48.85] as [number, number] };
  const draft = { mapId: parcoursId, geometry, title: 'Le vent', placeId: null, fileName: null, sessionId: null };
  kept = createRecord({ ...draft, audio: { recordingId: 'one' } }, 'an-id', person.user.id);
});

function tools(others: readonly PlaceId[] = [], wav: Blob | null = null): StepTools {
  return {
    signal: new AbortController().signal,
    readWav: async () => (wav === null ? null : { wav, durationS: 60 }),
    isOwner: () => true,
    placesOfOthers: () => others,
    onPhase: () => {},
    store: async (event) => {
      kept = advance(kept, event);
      return kept;
    },
  };
}

describe('requesting the place of a drop', () => {
  async function ask(others?: readonly PlaceId[]): Promise<PlaceId> {
    const event = await doStep('create', kept, tools(others));
    if (event.type !== 'placed') throw new Error(`Got ${event.type}, expected a place`);
    return event.placeId;
  }

  async function countPlaces(): Promise<number> {
    const input = { params: { userId: person.user.id }, query: {} };
    return (await call(server.origin, 'listDrops', input, person.token)).drops.length;
  }

  /** The server keeps its data, but no longer recognizes any request. */
  function forgetKey(): void {
    kept = { ...kept, placeKey: `${kept.placeKey}-unknown` };
  }

  it('makes one place, however often its response is lost', async () => {
    const placeId = await ask();
    expect([await ask(), await ask(), await countPlaces()]).toEqual([placeId, placeId, 1]);
  });

  it('of a draft makes one for its author alone, which its title publishes exactly once', async () => {
    kept = { ...kept, isDraft: true };
    const listed = async (): Promise<string[]> => {
      const input = { body: { mapIds: [parcoursId] } };
      return (await call(server.origin, 'listPlaces', input, person.token)).places.map(({ appelation }) => appelation);
    };
    const placeId = await ask();
    expect([await ask(), await listed(), await countPlaces()]).toEqual([placeId, [], 1]);
    kept = advance(kept, { type: 'placed', placeId });
    kept = advance(advance(kept, { type: 'sent' }), { type: 'retitled', title: 'Le quai' });
    expect(await ask()).toBe(placeId);
    for (let time = 0; time < 2; time++) {
      expect(nextStep(kept)).toBe('title');
      expect(await doStep('title', kept, tools())).toEqual({ type: 'titled-there', title: 'Le quai' });
    }
    expect([await listed(), await ask(), await countPlaces()]).toEqual([['Le quai'], placeId, 1]);
  });

  it('that exists gets a new title and shape after its new audio, if its author has corrected them', async () => {
    const placeId = await makePlace(server.origin, person, parcoursId, 'Le vent');
    kept = { ...kept, placeId, makesPlace: false, isMoved: true, title: 'Le mistral' };
    expect(nextStep(kept)).toBe('send');
    kept = advance(kept, { type: 'sent' });
    expect(nextStep(kept)).toBe('title');
    await doStep('title', kept, tools());
    const changed = { appelation: 'Le mistral', feature: kept.geometry };
    expect(await call(server.origin, 'readPlace', { params: { placeId } }, person.token)).toMatchObject(changed);
  });

  it.each([
    ['came', [200]],
    ['was lost', [200, 200]],
  ])('of an unsaved draft whose answer %s can be taken back without a refused request', async (answer, expected) => {
    kept = { ...kept, isDraft: true };
    const placeId = await ask();
    if (answer === 'came') kept = advance(kept, { type: 'placed', placeId });
    kept = advance(kept, { type: 'discarded', nowMs: 0 });
    const real = globalThis.fetch;
    const statuses: number[] = [];
    const heard = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const response = await real(...request);
      statuses.push(response.status);
      return response;
    });
    expect(await doStep('remove', kept, tools())).toEqual({ type: 'removed' });
    heard.mockRestore();
    expect(statuses).toEqual(expected);
    expect(await countPlaces()).toBe(0);
  });

  it.each([
    ['a month ago', { askedAtMs: Date.now() - 31 * DAY_MS }],
    ['in the future, by a clock that was set back,', { askedAtMs: Date.now() + 31 * DAY_MS }],
    ['at a time that an earlier build did not store', { askedAtMs: null }],
  ])('finds the place made %s when the server no longer knows the request', async (_, since) => {
    const placeId = await ask();
    forgetKey();
    kept = { ...kept, ...since };
    expect([await ask(), await countPlaces()]).toEqual([placeId, 1]);
  });

  it('makes the place if an old request never arrived, and does not take another drop’s', async () => {
    const other = await ask();
    forgetKey();
    kept = { ...kept, askedAtMs: Date.now() - 31 * DAY_MS };
    expect(await ask([other])).not.toBe(other);
    expect(await countPlaces()).toBe(2);
  });

  it('fills a planned place once; whoever comes later makes a drop of their own, if they want to', async () => {
    await setRole(server, person, 'editor');
    const { id: plannedId, feature } = await call(
      server.origin,
      'planPlace',
      { body: plannedPoint(parcoursId) },
      person.token,
    );
    const late = { ...kept, plannedId, placeKey: 'of-another-device' };
    kept = { ...kept, plannedId };
    const placeId = await ask();
    expect(await ask()).toBe(placeId);
    const filled = await call(server.origin, 'readPlace', { params: { placeId } }, person.token);
    expect(filled).toMatchObject({ appelation: 'Le vent', feature });
    kept = late;
    const failure = { type: 'refused', why: 'already_filled' } as const;
    await expect(ask()).rejects.toMatchObject({ step: 'create', failure });
    const fail = (key: string) => advance(kept, { type: 'failed', step: 'create', failure, nowMs: 0, random: 0, key });
    kept = advance(fail('unused'), { type: 'retried', nowMs: 0, key: 'tried-again' });
    await expect(ask()).rejects.toMatchObject({ step: 'create', failure });
    kept = fail('of-its-own');
    expect([(await ask()) === placeId, await countPlaces()]).toEqual([false, 2]);
  });

  it('makes none for a discarded drop, not even by a request that arrives later', async () => {
    kept = advance(advance(kept, { type: 'asking', nowMs: Date.now() }), { type: 'discarded', nowMs: 0 });
    const before = await makePlace(server.origin, person, parcoursId);
    expect(await doStep('remove', kept, tools())).toEqual({ type: 'removed' });
    await expect(ask()).rejects.toMatchObject({ failure: { type: 'conflict' } });
    // A place that was made in between, and deleted, would have its number.
    expect(await makePlace(server.origin, person, parcoursId)).toBe(before + 1);
  });

  it.each([
    ['just now', 0],
    ['three weeks ago', 21],
    ['a month ago, which the server no longer knows', 31],
  ])('removes the place that a discarded drop requested %s', async (_, days) => {
    const placeId = await ask();
    if (days > 30) forgetKey();
    else await call(server.origin, 'updatePlace', { body: { id: placeId, appelation: 'Renommé' } }, person.token);
    kept = advance({ ...kept, askedAtMs: Date.now() - days * DAY_MS }, { type: 'discarded', nowMs: 0 });
    expect(await doStep('remove', kept, tools())).toEqual({ type: 'removed' });
    const read = call(server.origin, 'readPlace', { params: { placeId } }, person.token);
    await expect(read).rejects.toMatchObject({ code: 'not_found' });
    expect((await call(server.origin, 'listDeleted', {}, person.token)).places).toEqual([]);
  });

  it('waits with a discarded drop for a server that has the call for it', async () => {
    kept = advance(advance(kept, { type: 'asking', nowMs: Date.now() }), { type: 'discarded', nowMs: 0 });
    const unknown = { error: { code: 'not_found', message: 'No such call', requestId: 'test' } };
    const earlier = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(unknown, { status: 404 }));
    await expect(doStep('remove', kept, tools())).rejects.toMatchObject({ failure: { type: 'passing' } });
    earlier.mockRestore();
  });

  it('finds the place requested by another build in another form, or reports that it is gone', async () => {
    const placeId = await ask();
    const properties = { appelation: 'Le vent', type: 'la' as const, mapId: parcoursId, userId: person.user.id };
    const body = { type: 'Feature' as const, geometry: kept.geometry, properties };
    kept = { ...kept, placeKey: 'worded-otherwise' };
    const made = await call(server.origin, 'createPlace', { body }, person.token, 'worded-otherwise');
    expect(await ask([placeId])).toBe(made.newPlace.place_id);

    for (const id of [placeId, made.newPlace.place_id]) {
      await call(server.origin, 'deletePlace', { params: { placeId: id } }, person.token);
    }
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StepError);
    expect(failure).toMatchObject({ step: 'create', failure: { type: 'conflict' } });
  });
});

describe('audio sent in parts', () => {
  const BYTES = 10_000_000;
  let placeId: PlaceId;
  const left = async (): Promise<number> => (await readdir(join(server.dataDir, 'drop-ici.resumable'))).length;
  /** The server has started an upload with the drop's key, and its response was lost. */
  const beginUnheard = (): Promise<string> =>
    beginUpload(server.origin, person, placeId, BYTES, { key: kept.audioKey });

  beforeEach(async () => {
    placeId = await makePlace(server.origin, person, parcoursId);
    kept = { ...kept, placeId };
  });

  it('is noted as begun before the server is asked', async () => {
    // Without a page there is nothing to send with.
    const sent = doStep('send', kept, tools([], new Blob([new Uint8Array(BYTES)])));
    await expect(sent).rejects.toMatchObject({ step: 'send', failure: { type: 'passing' } });
    expect(kept.begunKeys).toEqual([kept.audioKey]);
  });

  it('leaves nothing on the server when it is discarded, even if its location was never received', async () => {
    await beginUnheard();
    kept = advance(advance(kept, { type: 'begun' }), { type: 'discarded', nowMs: 0 });
    expect(await doStep('remove', kept, tools())).toEqual({ type: 'removed' });
    expect(await left()).toBe(0);
  });

  it('leaves nothing there even if the person may no longer remove its place', async () => {
    await beginUnheard();
    const other = await signUp(server.origin, 'Somebody else');
    const theirs = await makePlace(server.origin, other, await makeParcours(server.origin, other));
    kept = advance(advance({ ...kept, placeId: theirs }, { type: 'begun' }), { type: 'discarded', nowMs: 0 });
    await expect(doStep('remove', kept, tools())).rejects.toMatchObject({ failure: { type: 'refused' } });
    expect(await left()).toBe(0);
  });

  it('becomes the sound of the telling that its record names, and the place keeps its own', async () => {
    const wav = new Blob([wavOf(new Int16Array(BYTES / 2))]);
    const given = { params: { placeId } };
    const uploadId = await beginUpload(server.origin, person, placeId, wav.size, { key: kept.audioKey });
    await sendPart(server.origin, person, uploadId, 0, wav);
    const resumeUrl = `${RESUMABLE_PATH}/${uploadId}`;
    kept = { ...kept, makesPlace: false, telling: 'de.easy', resumeUrl };
    // As after a lost response.
    for (let time = 0; time < 2; time++) expect(await doStep('send', kept, tools([], wav))).toEqual({ type: 'sent' });
    const { tellings } = await call(server.origin, 'readPlaceWords', given, person.token);
    expect(tellings).toMatchObject([{ language: 'de', kind: 'easy', media: { link: expect.any(String) } }]);
    const place = await call(server.origin, 'readPlace', given, person.token);
    expect(place.media_data).toBeNull();
  });

  it('gives up an upload that was started under another key', async () => {
    await beginUnheard();
    kept = { ...advance(kept, { type: 'begun' }), audioKey: 'another' };
    await doStep('send', kept, tools([], new Blob([new Uint8Array(BYTES)]))).catch(() => null);
    expect([kept.begunKeys, await left()]).toEqual([['another'], 0]);
  });
});

describe('audio sent whole', () => {
  const wav = new Blob([wavOf(new Int16Array([1, 2, 3]))]);
  let placeId: PlaceId;

  beforeEach(async () => {
    placeId = await makePlace(server.origin, person, parcoursId);
    kept = { ...kept, placeId, makesPlace: false };
  });

  it('is noted as begun before the server is asked', async () => {
    // Without a page there is nothing to send with.
    const sent = doStep('send', kept, tools([], wav));
    await expect(sent).rejects.toMatchObject({ step: 'send', failure: { type: 'passing' } });
    expect(kept.begunKeys).toEqual([kept.audioKey]);
  });

  it('is deleted immediately if its drop is discarded after its arrival, and cannot return', async () => {
    kept = { ...advance(kept, { type: 'begun' }), makesPlace: true };
    const input = { fields: { place_id: placeId, size: wav.size, length: 1 }, file: wav };
    await call(server.origin, 'uploadAudio', input, person.token, kept.audioKey);
    kept = advance(kept, { type: 'discarded', nowMs: 0 });
    expect(await doStep('remove', kept, tools())).toEqual({ type: 'removed' });
    expect((await call(server.origin, 'listDeleted', {}, person.token)).places).toEqual([]);
    // As after a lost response.
    expect(await doStep('remove', kept, tools())).toEqual({ type: 'removed' });
  });

  it('stays for the site’s admins if it was reported meanwhile', async () => {
    kept = { ...kept, makesPlace: true };
    const listener = await signUpMember(server, person, parcoursId, 'Louis', 'drop');
    const body = { thing: { kind: 'place', id: placeId }, reason: 'hate' } as const;
    await call(server.origin, 'report', { body }, listener.token);
    kept = advance(kept, { type: 'discarded', nowMs: 0 });
    expect(await doStep('remove', kept, tools())).toEqual({ type: 'removed' });
    expect((await call(server.origin, 'listDeleted', {}, person.token)).places).toMatchObject([{ id: placeId }]);
  });

  it('for an existing place is not attached after it was discarded, even if it arrives later', async () => {
    kept = advance(advance(kept, { type: 'begun' }), { type: 'discarded', nowMs: 0 });
    expect(nextStep(kept)).toBe('remove');
    expect(await doStep('remove', kept, tools())).toEqual({ type: 'removed' });
    const input = { fields: { place_id: placeId, size: wav.size, length: 1 }, file: wav };
    const late = call(server.origin, 'uploadAudio', input, person.token, kept.audioKey);
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    const place = await call(server.origin, 'readPlace', { params: { placeId } }, person.token);
    expect(place.media_data).toBeNull();
  });
});
