import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3 } from '../../support/s3/s3-servers.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../../support/server/people.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

const HOUR_MS = 3600 * 1000;

describe.each(['folder', 'bucket'])('a media link (%s)', (where) => {
  let s3: S3Server | undefined;
  let server: TestServer;
  let owner: Person;
  let link: string;
  let bytes: Buffer;
  beforeAll(async () => {
    s3 = where === 'bucket' ? await startS3() : undefined;
    server = await startServer(s3?.environment('media-of-tests'));
    owner = await signUp(server.origin, 'Owner');
    const placeId = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
    const file = await fixture('conforming-mono.wav');
    bytes = Buffer.from(await file.arrayBuffer());
    link = (await upload(server.origin, owner, placeId, file)).link;
  });
  afterAll(async () => {
    await server?.stop();
    await s3?.stop();
  });

  async function read(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    return fetch(server.origin + link, { method, headers });
  }

  test('serves the whole file without a token, and lets the browser cache it', async () => {
    const response = await read();
    expect(response.status).toBe(200);
    expect(headersOf(response)).toEqual({
      'content-length': String(bytes.length),
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${/media\/([0-9a-f]{64})/.exec(link)?.[1]}"`,
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('answers HEAD with the same headers and no body', async () => {
    const response = await read({}, 'HEAD');
    expect(headersOf(response)).toEqual(headersOf(await read()));
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, undefined],
    ['bytes=-50', -50, undefined],
    ['bytes=1000-99999999', 1000, undefined],
  ])('answers %s with that part', async (range, start, end) => {
    const response = await read({ Range: range });
    const part = bytes.subarray(start, end);
    const first = start < 0 ? bytes.length + start : start;
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${first}-${first + part.length - 1}/${bytes.length}`);
    expect(response.headers.get('Content-Length')).toBe(String(part.length));
    expect(Buffer.from(await response.arrayBuffer()).equals(part)).toBe(true);
  });

  test('answers a range beyond the end with 416 and the size, not cacheable', async () => {
    const response = await read({ Range: `bytes=${bytes.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe(`bytes */${bytes.length}`);
    expect(response.headers.get('Cache-Control')).toBeNull();
  });

  test('answers several ranges, or a range of another unit, with the whole file', async () => {
    for (const range of ['bytes=0-9,20-29', 'lines=1-2']) {
      const response = await read({ Range: range });
      expect([range, response.status, (await response.arrayBuffer()).byteLength]).toEqual([range, 200, bytes.length]);
    }
  });

  test('answers a suffix longer than the file with the whole, and HEAD of a part without a body', async () => {
    const all = await read({ Range: `bytes=-${bytes.length + 1}` });
    expect((await all.arrayBuffer()).byteLength).toBe(bytes.length);
    const head = await read({ Range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('Content-Length')]).toEqual([206, '10']);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test('honours If-Range: the part if the tag still matches, otherwise the whole', async () => {
    const etag = (await read({}, 'HEAD')).headers.get('ETag') ?? '';
    expect((await read({ Range: 'bytes=0-9', 'If-Range': etag })).status).toBe(206);
    expect((await read({ Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200);
  });

  test('answers 304 to clients that already have the content', async () => {
    const etag = (await read({}, 'HEAD')).headers.get('ETag') ?? '';
    // Without a Cache-Control, fetch adds 'no-cache' to such a request, which would get the whole file again.
    const response = await read({ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    expect(response.status).toBe(304);
    expect(response.headers.get('ETag')).toBe(etag);
  });

  test('is refused if any part of it is changed', async () => {
    const url = new URL(server.origin + link);
    const changed = (change: (url: URL) => void): string => {
      const copy = new URL(url);
      change(copy);
      return copy.href;
    };
    const signature = url.searchParams.get('signature') ?? '';
    const links = [
      changed((copy) =>
        copy.searchParams.set(
          'signature',
          signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
        ),
      ),
      changed((copy) => copy.searchParams.set('signature', '')),
      changed((copy) => copy.searchParams.delete('signature')),
      changed((copy) => copy.searchParams.append('signature', signature)),
      changed((copy) => copy.searchParams.set('expires', '9999999999')),
      changed((copy) => copy.searchParams.delete('expires')),
      changed((copy) => {
        copy.pathname = copy.pathname.replace(/[0-9a-f]{64}/, 'a'.repeat(64));
      }),
    ];
    for (const href of links) {
      const response = await fetch(href);
      expect([href, response.status]).toEqual([href, 403]);
      expect(await response.json()).toMatchObject({ error: { code: 'link_expired' } });
    }
  });

  test.each(['..%2F..%2Fdrop-ici.sqlite', 'secret', '%00.wav', `${'a'.repeat(64)}.wav%2F..%2Fx`])(
    'never leads out of the media folder: %s',
    async (name) => {
      const response = await fetch(`${server.origin}/v1/media/${name}?expires=9999999999&signature=x`);
      expect(response.status).toBe(404);
    },
  );

  test('stays the same for hours, works for at least two, and then expires', async () => {
    const own = await startServer(s3?.environment('other-media'));
    try {
      const person = await signUp(own.origin, 'Late');
      const at = await makePlace(own.origin, person, await makeParcours(own.origin, person));
      const file = await fixture('conforming-mono.wav');
      const first = (await upload(own.origin, person, at, file)).link;
      expect((await upload(own.origin, person, at, file)).link).toBe(first);
      own.advance(2 * HOUR_MS - 60_000);
      expect((await fetch(own.origin + first)).status).toBe(200);
      own.advance(6 * HOUR_MS + 2 * 60_000);
      const expired = await fetch(own.origin + first);
      expect(expired.status).toBe(403);
      expect(expired.headers.get('Cache-Control')).toBe('no-store');
      const renewed = (await upload(own.origin, person, at, file)).link;
      expect(new URL(renewed, own.origin).pathname).toBe(new URL(first, own.origin).pathname);
      expect((await fetch(own.origin + renewed)).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

function headersOf(response: Response): Record<string, string | null> {
  const names = ['content-length', 'content-type', 'accept-ranges', 'cache-control', 'etag'];
  return Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
}
