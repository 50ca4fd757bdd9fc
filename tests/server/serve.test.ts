import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { ErrorBody } from '../../contracts/errors.ts';
import { waveformsTaken } from '../support/database/kept-data.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, makePlace, signUp, upload } from '../support/server/people.ts';
import { send } from '../support/server/raw-request.ts';
import { runAdmin } from '../support/server/run-tool.ts';
import { startServer, TEST_SECRET } from '../support/server/server.ts';

test('a restart keeps accounts, tokens, parcours, places and audio, under the same links', async () => {
  const server = await startServer();
  try {
    const ana = await signUp(server.origin, 'Ana');
    const parcoursId = await makeParcours(server.origin, ana);
    const place = await makePlace(server.origin, ana, parcoursId);
    await upload(server.origin, ana, place, await fixture('conforming-mono.wav'));
    await waveformsTaken(server.dataDir);
    const list = () => call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, ana.token);
    const before = await list();
    await server.restart();
    expect(await list()).toEqual(before);
    expect((await fetch(server.origin + (before.places[0]?.media?.data.link ?? ''))).status).toBe(200);
    await call(server.origin, 'login', { body: { email: ana.email, password: ana.password } });
  } finally {
    await server.stop();
  }
});

test('a start with another secret is refused with a message until the operator confirms it', async () => {
  const server = await startServer();
  try {
    const ana = await signUp(server.origin, 'Ana');
    const another = { SECRET: 'another secret for tests, of more than 32 bytes' };
    await expect(server.restart(another)).rejects.toThrow(/^SECRET is not the one .*npm run admin -- new-secret/);
    await server.restart({ SECRET: TEST_SECRET });
    await makeParcours(server.origin, ana);
    await server.restart(another, async () => {
      expect(await runAdmin(server.dataDir, ['new-secret'])).toMatchObject({ code: 0, errors: '' });
    });
    await call(server.origin, 'login', { body: { email: ana.email, password: ana.password } });
  } finally {
    await server.stop();
  }
});

test('a malformed address is refused in the contract’s form, and an absolute one is read', async () => {
  const server = await startServer();
  try {
    for (const path of ['http://[::1', 'http://']) {
      const { status, body } = await send(server.origin, new Agent(), { method: 'GET', path });
      expect(status).toBe(400);
      expect(ErrorBody.parse(JSON.parse(body)).error.code).toBe('invalid_request');
    }
    const whole = { method: 'GET', path: 'http://example.org/healthz' };
    expect((await send(server.origin, new Agent(), whole)).status).toBe(200);
  } finally {
    await server.stop();
  }
});
