import { createServer, type Server, type ServerResponse } from 'node:http';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConcurrencyLimit, limitConcurrencyByAddress } from '../../../server/http/admission.ts';
import { createErrorHandler } from '../../../server/http/error-handler.ts';
import { createLog } from '../../../server/log.ts';
import { listen } from '../../support/network/listen.ts';

let server: Server;
let origin: string;
let held: ServerResponse[];
beforeEach(async () => {
  held = [];
  const app = express().set('trust proxy', true);
  app.use(limitConcurrencyByAddress(createConcurrencyLimit(2)));
  app.get('/held', (_request, response) => {
    held.push(response);
  });
  app.get('/', (_request, response) => {
    response.send('here');
  });
  app.use(createErrorHandler(createLog('silent')));
  server = createServer(app);
  ({ origin } = await listen(server));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, address: string, signal?: AbortSignal): Promise<Response> =>
  fetch(origin + path, { headers: { 'X-Forwarded-For': address }, ...(signal === undefined ? {} : { signal }) });

test('requests above an address’s limit are refused until one ends or its sender leaves', async () => {
  const leaving = new AbortController();
  const first = ask('/held', '192.0.2.1');
  const second = ask('/held', '192.0.2.1', leaving.signal).catch(() => 'left');
  await expect.poll(() => held.length).toBe(2);
  const refused = await ask('/', '192.0.2.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } });
  expect((await ask('/', '192.0.2.2')).status).toBe(200);

  leaving.abort();
  expect(await second).toBe('left');
  await expect.poll(async () => (await ask('/', '192.0.2.1')).status).toBe(200);
  const third = ask('/held', '192.0.2.1');
  await expect.poll(() => held.length).toBe(3);
  expect((await ask('/', '192.0.2.1')).status).toBe(429);
  for (const response of held) response.end();
  expect([(await first).status, (await third).status]).toEqual([200, 200]);
  await expect.poll(async () => (await ask('/', '192.0.2.1')).status).toBe(200);
});
