import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeWaveform } from '../../../../audio-wasm/waveform-data.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { changeRows } from '../../../support/database/test-database.ts';
import { call } from '../../../support/server/api.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../../../support/server/people.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let owner: Person;
let place: PlaceId;
beforeEach(async () => {
  server = await startServer();
  owner = await signUp(server.origin, 'Owner');
  place = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
});
afterEach(() => server.stop());

async function peaks(): Promise<string | null | undefined> {
  const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
  return detail.media_data?.peaks;
}

test('an upload gets a small waveform of the whole recording, which browsers may cache', async () => {
  const file = await fixture('conforming-stereo.wav');
  await upload(server.origin, owner, place, file);
  // A busy machine may take longer than the response waits.
  await expect.poll(peaks, { timeout: 10_000 }).toEqual(expect.any(String));
  const link = await peaks();
  const served = await fetch(server.origin + (link ?? ''));
  expect(served.status).toBe(200);
  expect(served.headers.get('Cache-Control')).toContain('immutable');
  const waveform = decodeWaveform(await served.arrayBuffer());
  expect(waveform).toMatchObject({ bits: 8, channels: 1, sampleRateHz: 44_100 });
  expect(waveform.pixels).toBeLessThanOrEqual(2000);
  expect(waveform.pixels).toBe(Math.ceil((file.size - 44) / 4 / waveform.samplesPerPixel));
  expect(Math.max(...waveform.values)).toBeGreaterThan(10);
  expect((await fetch(server.origin + (link ?? '').replace(/signature=./, 'signature=~'))).status).toBe(403);
  expect(await peaks()).toBe(link);
});

test('a start computes missing waveforms', async () => {
  await upload(server.origin, owner, place, await fixture('conforming-mono.wav'));
  await changeRows(server.dataDir, (tx) => tx('media').update({ peaks_sha256: null }));
  await server.restart();
  await expect.poll(peaks, { timeout: 10_000 }).toMatch(/\.dat\?/);
});

test('a row stays when its file is lost, and a new upload restores the file', async () => {
  await upload(server.origin, owner, place, await fixture('conforming-mono.wav'));
  const names = await readdir(join(server.dataDir, 'media'), { recursive: true });
  const wav = names.find((name) => name.endsWith('.wav')) ?? '';
  await unlink(join(server.dataDir, 'media', wav));
  await server.restart();
  const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
  expect((await fetch(server.origin + (detail.media_data?.link ?? ''))).status).toBe(404);
  expect(await upload(server.origin, owner, place, await fixture('conforming-mono.wav'))).toMatchObject({
    link: expect.stringContaining('.wav'),
  });
  expect((await fetch(server.origin + (detail.media_data?.link ?? ''))).status).toBe(200);
});
