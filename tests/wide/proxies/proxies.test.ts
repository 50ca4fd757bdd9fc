import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RESUMABLE_PATH } from '../../../contracts/recording.ts';
import { ask, askOverHttp2 } from '../../support/proxies/ask.ts';
import {
  BEHIND_A_PROXY,
  hostOf,
  missingFor,
  PROXIES,
  type RunningProxy,
  SITE,
  startProxy,
} from '../../support/proxies/proxy.ts';
import { startUpstream } from '../../support/proxies/upstream.ts';
import { fixture, makeParcours, makePlace, signUp, upload } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { metadata } from '../../support/server/tus.ts';
import { useServer } from '../../support/server/use-server.ts';

const PART_BYTES = 8 * 2 ** 20;
/** An hour of stereo. */
const HOUR_BYTES = 635_040_044;
const MEDIA_PER_MINUTE = 5;

describe.each(PROXIES)('%s with its configuration of deploy/', (name) => {
  const missing = missingFor(name);
  const suffix = missing.length === 0 ? '' : ` (not installed here: ${missing.join(', ')})`;

  describe.skipIf(missing.length > 0)(`in front of a server${suffix}`, () => {
    const server = useServer(BEHIND_A_PROXY);
    let proxy: RunningProxy;
    beforeAll(async () => {
      proxy = await startProxy(name, [hostOf(server.origin)]);
    });
    afterAll(async () => {
      await proxy?.stop();
    });

    it('sends a range of a recording over HTTP/2', async () => {
      const person = await signUp(server.origin, 'Ana');
      const placeId = await makePlace(server.origin, person, await makeParcours(server.origin, person));
      const clip = await fixture('conforming-mono.wav');
      const { link } = await upload(server.origin, person, placeId, clip);
      const { status, body } = await askOverHttp2(proxy, link, { range: 'bytes=1000-1999' });
      expect(status).toBe(206);
      expect(body).toEqual(Buffer.from(await clip.slice(1000, 2000).arrayBuffer()));
    });

    it('accepts an upload in parts', async () => {
      const person = await signUp(server.origin, 'Bo');
      const placeId = await makePlace(server.origin, person, await makeParcours(server.origin, person));
      const headers = { Authorization: `Bearer ${person.token}`, 'Tus-Resumable': '1.0.0' };
      const begun = await ask(proxy, {
        method: 'POST',
        path: RESUMABLE_PATH,
        headers: {
          ...headers,
          'Upload-Length': String(2 * PART_BYTES),
          'Upload-Metadata': metadata({ place_id: placeId }),
        },
      });
      expect(begun.status).toBe(201);
      // It begins with a slash, so that it is valid under any name of the proxy.
      const path = begun.headers.location ?? '';
      expect(path).toMatch(/^\/v1\//);
      for (const offset of [0, PART_BYTES]) {
        const sent = await ask(proxy, {
          method: 'PATCH',
          path,
          headers: { ...headers, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
          body: Buffer.alloc(PART_BYTES, 1),
        });
        expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(offset + PART_BYTES)]);
      }
      expect((await ask(proxy, { method: 'DELETE', path, headers })).status).toBe(204);
    });

    it.each([
      ['a part', 'PATCH', `${RESUMABLE_PATH}/00000000-0000-4000-8000-000000000001`, PART_BYTES],
      ['an hour of stereo', 'POST', '/v1/drop/upload', HOUR_BYTES],
    ])('lets the server refuse %s before it has been sent', async (_, method, path, bytes) => {
      const { status, body } = await ask(proxy, {
        method,
        path,
        headers: { 'Content-Length': String(bytes), 'Content-Type': 'application/offset+octet-stream' },
        body: Buffer.alloc(1000),
        holds: true,
      });
      expect(status).toBe(401);
      expect(JSON.parse(body.toString())).toMatchObject({ error: { code: 'unauthenticated' } });
    });

    it('lets every security header through once, and adds none', async () => {
      const { rawHeaders } = await ask(proxy, { path: '/healthz' });
      const direct = await fetch(`${server.origin}/healthz`, { headers: { 'X-Forwarded-Proto': 'https' } });
      const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
      const ours = [...direct.headers.keys()].filter((name) => !/^(connection|keep-alive|date)$/.test(name));
      expect(ours).toContain('strict-transport-security');
      for (const header of ours) expect(names.filter((name) => name === header)).toEqual([header]);
      expect(names.filter((name) => !direct.headers.has(name) && !/^(server|alt-svc)$/.test(name))).toEqual([]);
      expect(rawHeaders.join(' ')).not.toMatch(/nginx\/\d/);
    });

    it('compresses no response of the API, because some have signed links', async () => {
      const reply = await ask(proxy, { path: '/v1/openapi.json', headers: { 'Accept-Encoding': 'gzip, br' } });
      expect(reply.headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(reply.body.toString())).toHaveProperty('openapi');
    });

    it('redirects pages to HTTPS, and refuses calls without it', async () => {
      const { status, headers } = await ask(proxy, { path: '/invite?token=a', isPlain: true });
      expect([status, headers.location]).toEqual([308, `https://${SITE}/invite?token=a`]);
      expect((await ask(proxy, { path: '/v1/config', isPlain: true })).status).toBe(403);
    });
  });

  it.skipIf(missing.length > 0)(`tells the server the caller’s address despite false headers${suffix}`, async () => {
    const server = await startServer({ ...BEHIND_A_PROXY, MEDIA_PER_MINUTE: String(MEDIA_PER_MINUTE) });
    onTestFinished(server.stop);
    const proxy = await startProxy(name, [hostOf(server.origin)]);
    onTestFinished(proxy.stop);
    const statusFor = async (from: string, forwarded: string) => {
      const headers = { 'X-Forwarded-For': forwarded, Forwarded: `for=${forwarded}`, 'X-Real-IP': forwarded };
      return (await ask(proxy, { path: '/v1/media/none', headers, from })).status;
    };
    for (let call = 0; call < MEDIA_PER_MINUTE; call++) {
      expect(await statusFor('127.0.0.1', `198.51.100.${call}`)).not.toBe(429);
    }
    expect(await statusFor('127.0.0.1', '198.51.100.99')).toBe(429);
    // Another caller is not mistaken for the proxy either.
    expect(await statusFor('127.0.0.2', '127.0.0.1')).not.toBe(429);
  });

  it.skipIf(missing.length > 0)(`leaves compressed responses unchanged${suffix}`, async () => {
    const body = brotliCompressSync(JSON.stringify({ places: 'x'.repeat(5000) }));
    const upstream = await startUpstream((_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Encoding': 'br' })
        .end(body);
    });
    onTestFinished(upstream.stop);
    const proxy = await startProxy(name, [upstream.address]);
    onTestFinished(proxy.stop);
    const reply = await ask(proxy, { path: '/v1/place/places', headers: { 'Accept-Encoding': 'gzip, br' } });
    expect([reply.headers['content-encoding'], reply.body]).toEqual(['br', body]);
  });
});
