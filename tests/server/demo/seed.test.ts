import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import WaveformData from 'waveform-data';
import { isConformingWav, readWavFormat } from '../../../audio-wasm/wav.ts';
import type { Place } from '../../../contracts/place.ts';
import { parseWebVtt } from '../../../contracts/web-vtt.ts';
import { DEMO_PARCOURS } from '../../../server/demo/demo-parcours.ts';
import { createPasswords } from '../../../server/domain/accounts/passwords.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { insertAccount } from '../../../server/store/accounts.ts';
import { hashFile, pathOfMedia } from '../../../server/store/files.ts';
import { putMedia } from '../../../server/store/media.ts';
import { verifiedMedia, waveformsTaken } from '../../support/database/kept-data.ts';
import { changeRows } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import { signUpAs } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer({ DEMO: '1' });

const ADMIN = { email: 'admin@example.org', password: 'dropici-demo' };

async function demoPlaces(): Promise<Place[]> {
  const { token } = await call(server.origin, 'login', { body: ADMIN });
  const [parcours] = await call(server.origin, 'listParcours', { query: {} }, token);
  if (parcours === undefined) throw new Error('Expected the demo parcours');
  return (await call(server.origin, 'listPlaces', { body: { mapIds: [parcours.id] } }, token)).places;
}

test('an empty database gets an admin, an editor and a user with access to the demo parcours', async () => {
  const seen = [];
  for (const { email, password, role } of server.demo?.accounts ?? []) {
    const { user, token } = await call(server.origin, 'login', { body: { email, password } });
    expect(user.role).toBe(role);
    const [parcours] = await call(server.origin, 'listParcours', { query: {} }, token);
    expect(parcours?.name).toBe(DEMO_PARCOURS.title);
    seen.push([role, parcours?.privilege]);
  }
  expect(seen).toEqual([
    ['admin', 'admin'],
    ['editor', 'editor'],
    ['user', 'drop'],
  ]);
});

test('each story of the demo has a transcript that says its text, over the whole sound', async () => {
  const { token } = await call(server.origin, 'login', { body: ADMIN });
  const [parcours] = await call(server.origin, 'listParcours', { query: {} }, token);
  if (parcours === undefined) throw new Error('Expected the demo parcours');
  const { words } = await call(server.origin, 'readWords', { params: { mapId: parcours.id } }, token);
  const told = words.places.map(({ tellings: [telling] }) => parseWebVtt(telling?.transcript?.vtt ?? '').cues);
  const said = told.map((cues) => ({ text: cues.map(({ text }) => text).join(' '), endMs: cues.at(-1)?.endMs }));
  expect(said).toEqual(DEMO_PARCOURS.places.map(({ text, durationS }) => ({ text, endMs: durationS * 1000 })));
});

test('the guest link of the demo gives a guest the audio and the waveform of every place', async () => {
  const link = new URL(server.demo?.guestLink ?? '', server.origin);
  expect([link.pathname, link.searchParams.get('privilege')]).toEqual(['/invite', 'guest']);
  const guest = await signUpAs(server, 'Passing', 'guest');
  const body = { token: link.searchParams.get('token') ?? '' };
  const { mapId: parcoursId } = await call(server.origin, 'acceptInvite', { body }, guest.token);
  await waveformsTaken(server.dataDir);
  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, guest.token);
  expect(places.map(({ appelation, feature }) => ({ name: appelation, geometry: feature }))).toEqual(
    DEMO_PARCOURS.places.map(({ name, geometry }) => ({ name, geometry })),
  );
  for (const { media } of places) {
    const recording = await fetch(server.origin + (media?.data.link ?? ''));
    expect([recording.status, recording.headers.get('Content-Type')]).toEqual([200, 'audio/wav']);
    const waveform = WaveformData.create(await (await fetch(server.origin + (media?.data.peaks ?? ''))).arrayBuffer());
    expect(waveform.duration).toBeCloseTo(media?.data.length ?? 0, 1);
    expect(Math.max(...waveform.channel(0).max_array())).toBeGreaterThan(30);
  }
});

test('demo recordings are conforming masters, as long as their clips without encoder padding', async () => {
  const places = await demoPlaces();
  expect(places).toHaveLength(DEMO_PARCOURS.places.length);
  for (const [index, { media }] of places.entries()) {
    const format = await readWavFormat(await (await fetch(server.origin + (media?.data.link ?? ''))).blob());
    expect(isConformingWav(format)).toBe(true);
    expect(format.channels).toBe(1);
    expect(media?.data.length).toBe(format.durationS);
    expect(Math.abs(format.durationS - (DEMO_PARCOURS.places[index]?.durationS ?? 0))).toBeLessThan(0.1);
  }
  await waveformsTaken(server.dataDir);
  expect(await verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: [], changed: [] });
});

test('a restart does not create the demo again', async () => {
  await server.restart();
  expect(server.demo).toBeNull();
  const { token } = await call(server.origin, 'login', { body: ADMIN });
  expect(await call(server.origin, 'listParcours', { query: {} }, token)).toHaveLength(1);
});

test('a story of an older demo that was stored as MP3 still plays', async () => {
  const [{ clipFile } = { clipFile: '' }] = DEMO_PARCOURS.places;
  const clip = join(projectRoot(), 'server/demo/clips', clipFile);
  const sha256 = await hashFile(clip);
  const row = { sha256, extension: 'mp3', size_bytes: (await stat(clip)).size, duration_s: 17.1 };
  const stored = join(server.dataDir, 'media', pathOfMedia(row));
  await mkdir(dirname(stored), { recursive: true });
  await cp(clip, stored);
  await changeRows(server.dataDir, async (tx) => {
    await putMedia(tx, { ...row, created_at: '2026-01-01T00:00:00.000Z' });
    await tx('places').update({ media_sha256: sha256 });
  });
  await server.restart();
  const [place] = await demoPlaces();
  expect(place?.media?.data).toMatchObject({ length: 17.1, link: expect.stringContaining('.mp3') });
  const served = await fetch(server.origin + (place?.media?.data.link ?? ''));
  expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'audio/mpeg']);
  expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(clip))).toBe(true);
});

test('DEMO=0 creates no demo', async () => {
  const own = await startServer({ DEMO: '0' });
  try {
    expect(own.demo).toBeNull();
    await expect(call(own.origin, 'login', { body: ADMIN })).rejects.toMatchObject({ code: 'invalid_credentials' });
  } finally {
    await own.stop();
  }
});

test.each([
  ['does not start while a demo account has its public password', 'dropici-demo', true],
  ['starts if the demo account has another password', 'a password of ours', false],
])('a production server %s', async (_, password, isStopped) => {
  const password_hash = await createPasswords('fast').hash(password, 'test');
  const account = { email: ADMIN.email, name: 'Camille', role: 'admin', password_hash, picture: null } as const;
  const started = startServer({ NODE_ENV: 'production', PASSWORD_COST: 'strong' }, async (dataDir) => {
    await changeRows(dataDir, (tx) => insertAccount(tx, { ...account, created_at: '2026-11-23T12:00:00.000Z' }));
  });
  if (isStopped) await expect(started).rejects.toThrow(`public password: ${ADMIN.email}.`);
  else await (await started).stop();
});
