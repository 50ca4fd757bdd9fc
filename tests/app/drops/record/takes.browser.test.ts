import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { outbox, startDrops } from '../../../../app/drops/drop-services.ts';
import { forgetTakes, takes, takeUp } from '../../../../app/drops/record/takes.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import { createRecordingClient } from '../../../../workers/client/recording-client.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { listFiles, removeFolder } from '../../../support/page/device.ts';
import { forgetKept } from '../../../support/page/kept-drops.ts';

const ana = { id: UserId.parse(7), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const parcoursId = ParcoursId.parse(4);
const position: [number, number] = [2.34, 48.85];
const note = { startedAtMs: 1, userId: ana.id, mapId: parcoursId, position, title: '', sessionId: null, pinned: null };
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  storage.write('currentUser', ana);
});
afterEach(async () => {
  forgetTakes();
  scope.dispose();
  vi.unstubAllGlobals();
  storage.forgetAll();
  await forgetKept();
  await removeFolder('conversions');
});

/** Leaves a second of sound on the device in a format that the server does not accept. */
async function recordAt48Khz(id: string): Promise<void> {
  const files = createRecordingClient();
  const port = await files.begin(id, JSON.stringify(note), { sampleRateHz: 48_000, channels: 1 }, () => {});
  port.postMessage({ samples: Int16Array.from({ length: 48_000 }, (_, at) => (at % 100) * 100) });
  port.postMessage({ ended: true });
  await files.finish(id);
  await files.release(id);
  files.dispose();
}

it('a recording that needs conversion is converted once, for playback and upload', async () => {
  const calls = answerCalls({ 'POST /v1/place/places': { newPlace: { place_id: 12 } } });
  await recordAt48Khz('at-48-khz');
  startDrops(scope, ana.id);
  takeUp({ id: 'at-48-khz', note, fault: null });
  await expect.poll(() => takes.open?.composer.view.now.audio?.durationS).toBeCloseTo(1, 1);
  // The upload itself has no network: the audio was prepared for it.
  await expect.poll(() => outbox.items.map(({ phase, placeId }) => [phase, placeId])).toEqual([['waiting', 12]]);
  expect(calls.filter(({ call }) => call === 'POST /v1/place/places')).toHaveLength(1);
  expect(await listFiles('conversions')).toHaveLength(1);
});
