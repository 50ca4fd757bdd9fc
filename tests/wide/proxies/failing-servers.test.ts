import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../../server/project-root.ts';
import { ask } from '../../support/proxies/ask.ts';
import { BEHIND_A_PROXY, hostOf, missingFor, PROXIES, startProxy } from '../../support/proxies/proxy.ts';
import { startUpstream } from '../../support/proxies/upstream.ts';
import { startServer, TEST_SECRET } from '../../support/server/server.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

/** An address at which no server listens. */
const NOBODY = '127.0.0.1:9';

describe.each(PROXIES)('%s in front of two servers', (name) => {
  const missing = missingFor(name);
  const suffix = missing.length === 0 ? '' : ` (not installed here: ${missing.join(', ')})`;

  it.skipIf(missing.length > 0)(`continues with the other server when one is killed${suffix}`, async () => {
    const [dataDir, other] = [await mkdtemp(join(tmpdir(), 'drop-ici-killed-')), await startServer(BEHIND_A_PROXY)];
    onTestFinished(other.stop);
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const killed = await startServerProcess({ HOST: '127.0.0.1', DATA_DIR: dataDir, SECRET: TEST_SECRET });
    const proxy = await startProxy(name, [hostOf(killed.origin), hostOf(other.origin)]);
    onTestFinished(proxy.stop);
    const read = async () => (await ask(proxy, { path: '/v1/config' })).status;
    const asked: Promise<number>[] = [];
    for (let call = 0; call < 60; call++) {
      asked.push(read());
      if (call === 20) killed.child.kill('SIGKILL');
      if (call % 4 === 3) await asked[call];
    }
    await killed.ended;
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  });

  it.skipIf(missing.length > 0)(`responds with a page and Retry-After while no server answers${suffix}`, async () => {
    const page = await readFile(join(projectRoot(), 'deploy/maintenance.html'), 'utf8');
    const proxy = await startProxy(name, [NOBODY]);
    onTestFinished(proxy.stop);
    const bare = await startProxy(name, [NOBODY], '/nowhere');
    onTestFinished(bare.stop);
    const call = (method: string) => ask(proxy, { method, path: '/v1/place/places', body: Buffer.from('{}') });
    // Caddy looks for another server for seconds before it gives up.
    const [shown, without, ...calls] = await Promise.all([
      ask(proxy, { path: '/invite?token=a', headers: { Accept: 'text/html' } }),
      ask(bare, { path: '/' }),
      ...['GET', 'POST', 'PATCH', 'DELETE'].map(call),
    ]);
    expect([shown.status, shown.body.toString()]).toEqual([503, page]);
    expect(shown.headers).toMatchObject({
      'retry-after': '10',
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('text/html'),
    });
    expect(calls.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(calls.map(() => [503, '10']));
    expect(without.status).toBe(503);
  });

  it.skipIf(missing.length > 0)(`passes on error responses of a server${suffix}`, async () => {
    const statuses = [404, 500, 502, 503, 507];
    const failing = await startUpstream((request, response) =>
      response.writeHead(Number(request.url?.slice(1))).end('said'),
    );
    onTestFinished(failing.stop);
    const proxy = await startProxy(name, [failing.address]);
    onTestFinished(proxy.stop);
    for (const status of statuses) {
      const said = await ask(proxy, { path: `/${status}` });
      expect([said.status, said.body.toString()]).toEqual([status, 'said']);
    }
  });

  it.skipIf(missing.length > 0)(`repeats only reading calls on another server${suffix}`, async () => {
    const dying = await startUpstream((request) => request.socket.destroy());
    const sound = await startUpstream((_, response) => response.end('sound'));
    onTestFinished(dying.stop);
    onTestFinished(sound.stop);
    const proxy = await startProxy(name, [dying.address, sound.address]);
    onTestFinished(proxy.stop);
    const statuses = new Set<number>();
    // Both servers get calls; one that has failed three times is left out.
    let sent = 0;
    for (; dying.asked.length === 0; sent++) {
      statuses.add((await ask(proxy, { method: 'POST', path: '/v1/place/places', body: Buffer.from('{}') })).status);
    }
    expect(statuses).toContain(503);
    expect(dying.asked.length + sound.asked.length).toBe(sent);
    for (const method of ['GET', 'HEAD']) {
      while (!dying.asked.some((asked) => asked.startsWith(method))) {
        expect((await ask(proxy, { method, path: '/v1/config' })).status).toBe(200);
      }
    }
  });

  it.skipIf(missing.length > 0)(`logs neither address nor signature of a failed call${suffix}`, async () => {
    const breaking = await startUpstream((request, response) => {
      if (request.method === 'POST') request.socket.destroy();
      else response.writeHead(200, { 'Content-Length': '1000' }).write('begun', () => request.socket.destroy());
    });
    onTestFinished(breaking.stop);
    const proxy = await startProxy(name, [breaking.address]);
    onTestFinished(proxy.stop);
    const path = '/v1/media/none?signature=of-somebody';
    const whole = async (method: string) => (await ask(proxy, { method, path })).body.length;
    await whole('POST');
    await expect(whole('GET')).rejects.toThrow();
    await proxy.stop();
    expect(proxy.log()).not.toMatch(/of-somebody|remote_ip/);
  });
});

const isNginxMissing = missingFor('nginx').length > 0;

it.skipIf(isNginxMissing)(`nginx never gives up a server${isNginxMissing ? ' (not installed here)' : ''}`, async () => {
  let failures = 4;
  const restarted = await startUpstream((request, response) => {
    if (failures-- > 0) request.socket.destroy();
    else response.end('back');
  });
  onTestFinished(restarted.stop);
  const proxy = await startProxy('nginx', [NOBODY, restarted.address]);
  onTestFinished(proxy.stop);
  const write = () => ask(proxy, { method: 'POST', path: '/v1/place/places', body: Buffer.from('{}') });
  while (failures > 0) expect((await write()).status).toBe(503);
  for (let call = 0; call < 5; call++) expect((await write()).body.toString()).toBe('back');
});
