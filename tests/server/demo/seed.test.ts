import { afterAll, beforeAll, expect, test } from 'vitest';
import WaveformData from 'waveform-data';
import { DEMO_PARCOURS } from '../../../server/demo/parcours.ts';
import { call } from '../../support/api.ts';
import { signUp } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
});
afterAll(() => server.stop());

test('an empty database gets an admin, an editor and a user, who see the demo parcours with their privilege', async () => {
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

test('its guest link lets a guest hear every place, and see its waveform', async () => {
  const link = new URL(server.demo?.guestLink ?? '', server.origin);
  expect([link.pathname, link.searchParams.get('privilege')]).toEqual(['/invite', 'guest']);
  const guest = await signUp(server.origin, 'Passing', 'guest');
  const body = { token: link.searchParams.get('token') ?? '' };
  const { mapId } = await call(server.origin, 'acceptInvite', { body }, guest.token);
  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [mapId] } }, guest.token);
  expect(places.map(({ appelation, feature }) => ({ name: appelation, geometry: feature }))).toEqual(
    DEMO_PARCOURS.places.map(({ name, geometry }) => ({ name, geometry })),
  );
  for (const [index, { media }] of places.entries()) {
    expect(media?.data.length).toBe(DEMO_PARCOURS.places[index]?.durationS);
    const clip = await fetch(server.origin + (media?.data.link ?? ''));
    expect([clip.status, clip.headers.get('Content-Type')]).toEqual([200, 'audio/mpeg']);
    await clip.body?.cancel();
    const waveform = WaveformData.create(await (await fetch(server.origin + (media?.data.peaks ?? ''))).arrayBuffer());
    expect(waveform.duration).toBeCloseTo(DEMO_PARCOURS.places[index]?.durationS ?? 0, 0);
    expect(Math.max(...waveform.channel(0).max_array())).toBeGreaterThan(30);
  }
});

test('it is made once: a restart leaves what people made of it', async () => {
  const [admin] = server.demo?.accounts ?? [];
  if (admin === undefined) throw new Error('Expected a demo admin');
  await server.restart();
  expect(server.demo).toBeNull();
  const { token } = await call(server.origin, 'login', { body: admin });
  expect(await call(server.origin, 'listParcours', { query: {} }, token)).toHaveLength(1);
});

test('with DEMO=0 there is none', async () => {
  const own = await startServer({ DEMO: '0' });
  try {
    expect(own.demo).toBeNull();
    await expect(
      call(own.origin, 'login', { body: { email: 'admin@example.org', password: 'dropici-demo' } }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  } finally {
    await own.stop();
  }
});
