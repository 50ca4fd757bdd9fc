import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectApi } from '../../../../app/platform/net/api.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { takeEvents } from '../../../../app/state/session/analytics.ts';
import { createAccount, login } from '../../../../app/state/session/session.ts';
import { AnalyticsEvent } from '../../../../contracts/events.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

beforeEach(() => {
  storage.forgetAll();
  takeEvents();
  connectApi({ baseUrl: server.origin, readToken: () => storage.read('token'), onRefused: () => {} });
});

it('keeps one event for each login that succeeds, and none for the others', async () => {
  const credentials = { email: 'ana@example.org', password: 'a long password' };
  await createAccount({ name: 'Ana', ...credentials });
  await expect(login({ ...credentials, password: 'another' })).rejects.toThrow();
  expect(takeEvents()).toEqual([]);
  const startMs = Date.now();
  const { id } = await login(credentials);
  const [event, ...others] = takeEvents();
  expect(others).toEqual([]);
  expect(AnalyticsEvent.parse(event)).toMatchObject({
    name: 'Logged in',
    properties: { user: { id, role: 'user' } },
  });
  expect(event?.atMs).toBeGreaterThanOrEqual(startMs);
});
