import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { serve } from '../../server/serve.ts';
import { call } from '../support/api.ts';
import { fixture, makeParcours, makePlace, signUp, upload } from '../support/people.ts';

test('every request is logged with its id and status, and no password, token or signature with it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-log-'));
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const server = await serve(readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO: '0' }), log);
  try {
    const ana = await signUp(server.origin, 'Ana');
    const place = await makePlace(server.origin, ana, await makeParcours(server.origin, ana));
    const { link } = await upload(server.origin, ana, place, await fixture('conforming-mono.wav'));
    const media = await fetch(server.origin + link);
    await media.arrayBuffer();
    const wrong = call(server.origin, 'login', { body: { email: ana.email, password: 'wrong password' } });
    await expect(wrong).rejects.toMatchObject({ status: 400 });

    const find = (id: string | null) => lines.map((line) => JSON.parse(line)).find(({ requestId }) => requestId === id);
    await expect.poll(() => find(media.headers.get('X-Request-Id'))).toMatchObject({ method: 'GET', status: 200 });
    const signature = new URL(link, server.origin).searchParams.get('signature') ?? 'none';
    for (const secret of [ana.token, ana.password, 'wrong password', signature])
      expect(lines.join()).not.toContain(secret);
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true });
  }
});

test('a secret that is logged by mistake is blotted out', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  log.info({ req: { headers: { authorization: 'Bearer abc' } }, body: { password: 'abc' }, token: 'abc' });
  expect(lines.join()).toContain('[Redacted]');
  expect(lines.join()).not.toContain('abc');
});
