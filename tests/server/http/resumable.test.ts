import { readdir, readFile, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../contracts/errors.ts';
import { RESUMABLE_PATH } from '../../../contracts/recording.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp } from '../../support/server/people.ts';
import { beginUpload, metadata, offsetOf, sendPart, type TusRequest, tus } from '../../support/server/tus.ts';
import { useServer } from '../../support/server/use-server.ts';

const FILE_MAX = 3_000_000;
const wav = new Blob([wavOf(new Int16Array(500_000).map((_, at) => at % 1000))]);
let owner: Person;
let stranger: Person;
let parcoursId: ParcoursId;
let placeId: PlaceId;
const server = useServer({ UPLOAD_MAX_BYTES: String(FILE_MAX) });
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  stranger = await signUp(server.origin, 'Stranger');
  parcoursId = await makeParcours(server.origin, owner);
  placeId = await makePlace(server.origin, owner, parcoursId);
});

const left = (): Promise<string[]> => readdir(join(server.dataDir, 'drop-ici.resumable'));

describe('an upload in parts', () => {
  test('is begun, interrupted and finished; the place plays it, and nothing else remains', async () => {
    const { origin } = server;
    const id = await beginUpload(origin, owner, placeId, wav.size);
    expect((await sendPart(origin, owner, id, 0, wav.slice(0, 400_000))).status).toBe(204);
    expect(await offsetOf(origin, owner, id)).toBe(400_000);
    const last = await sendPart(origin, owner, id, 400_000, wav.slice(400_000));
    expect([last.status, last.headers.get('Upload-Offset')]).toEqual([204, String(wav.size)]);
    const body = { uploadId: id, place_id: placeId, size: wav.size, length: 11 };
    const { media_data } = await call(origin, 'finishUpload', { body }, owner.token);
    const heard = await (await fetch(origin + media_data.link)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(heard), Buffer.from(await wav.arrayBuffer()))).toBe(0);
    expect(await left()).toEqual([]);
    await expect.poll(() => readdir(join(server.dataDir, 'drop-ici.incoming'))).toEqual([]);

    const again = await call(origin, 'finishUpload', { body }, owner.token);
    expect(again.media_data.link.split('?')[0]).toBe(media_data.link.split('?')[0]);
  });

  test('has a relative address, so that it works behind any proxy, and says when it expires', async () => {
    const answer = await tus(server.origin, {
      method: 'POST',
      token: owner.token,
      headers: {
        'Upload-Length': '1000',
        'Upload-Metadata': metadata({ place_id: placeId }),
        'X-Forwarded-Proto': 'https, http',
        'X-Forwarded-Host': 'evil.example.org',
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Location')).toMatch(new RegExp(`^${RESUMABLE_PATH}/[0-9a-f-]{36}$`));
    expect(Date.parse(answer.headers.get('Upload-Expires') ?? '') - Date.now()).toBeGreaterThan(6 * 24 * 3600 * 1000);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const path = (answer.headers.get('Location') ?? '').slice(RESUMABLE_PATH.length);
    expect((await tus(server.origin, { method: 'DELETE', path, token: owner.token })).status).toBe(204);
    expect(await left()).toEqual([]);
  });

  test('does not exist for other accounts or without a token', async () => {
    const { origin } = server;
    const id = await beginUpload(origin, owner, placeId, wav.size);
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
      const ask = (token?: string) => tus(origin, { method, path: `/${id}`, token, headers });
      expect([method, (await ask(stranger.token)).status]).toEqual([method, 404]);
      expect([method, (await ask()).status]).toEqual([method, 401]);
    }
    expect((await tus(origin, { method: 'GET', path: `/${id}`, token: owner.token })).status).toBe(404);
    expect(await offsetOf(origin, owner, id)).toBe(0);
    await tus(origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
  });
});

describe('an invalid request of the protocol', () => {
  const part = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const length = { 'Upload-Length': '1000' };
  const good = { ...length, 'Upload-Metadata': metadata({ place_id: 1 }) };

  test.each<[string, Omit<TusRequest, 'token'>, string]>([
    ['without a version', { method: 'POST', headers: { ...good, 'Tus-Resumable': '' } }, '400 invalid_request'],
    ['of another version', { method: 'POST', headers: { ...good, 'Tus-Resumable': '0.2.2' } }, '400 invalid_request'],
    [
      'without a length',
      { method: 'POST', headers: { 'Upload-Metadata': metadata({ place_id: 1 }) } },
      '400 invalid_request',
    ],
    ['of no length', { method: 'POST', headers: { ...good, 'Upload-Length': '0' } }, '400 invalid_request'],
    ['of a negative length', { method: 'POST', headers: { ...good, 'Upload-Length': '-5' } }, '400 invalid_request'],
    ['of a length in words', { method: 'POST', headers: { ...good, 'Upload-Length': 'many' } }, '400 invalid_request'],
    [
      'of more than a number holds',
      { method: 'POST', headers: { ...good, 'Upload-Length': '9'.repeat(30) } },
      '400 invalid_request',
    ],
    [
      'that tells its length later',
      { method: 'POST', headers: { ...good, 'Upload-Length': '', 'Upload-Defer-Length': '1' } },
      '400 invalid_request',
    ],
    [
      'without a place',
      { method: 'POST', headers: { ...length, 'Upload-Metadata': metadata({ key: 'x' }) } },
      '400 invalid_request',
    ],
    ['without anything about it', { method: 'POST', headers: length }, '400 invalid_request'],
    [
      'whose place is a word',
      { method: 'POST', headers: { ...length, 'Upload-Metadata': metadata({ place_id: 'x' }) } },
      '400 invalid_request',
    ],
    [
      'whose data are no base64',
      { method: 'POST', headers: { ...length, 'Upload-Metadata': 'place_id ***' } },
      '400 invalid_request',
    ],
    [
      'with a key that no header may have',
      { method: 'POST', headers: { ...length, 'Upload-Metadata': metadata({ place_id: 1, key: 'a b' }) } },
      '400 invalid_request',
    ],
    [
      'that joins others',
      { method: 'POST', headers: { ...good, 'Upload-Concat': 'final;/a /b' } },
      '400 invalid_request',
    ],
    [
      'that begins with its first part',
      { method: 'POST', headers: { ...good, 'Content-Type': part['Content-Type'] }, body: 'RIFF' },
      '400 invalid_request',
    ],
    ['to what is no id', { method: 'PATCH', path: '/..%2F..%2Fsecret', headers: part, body: 'x' }, '404 not_found'],
    [
      'to a path outside',
      { method: 'PATCH', path: '/%2e%2e%2fdrop-ici.sqlite', headers: part, body: 'x' },
      '404 not_found',
    ],
    ['to an id with a zero byte', { method: 'DELETE', path: '/a%00b' }, '404 not_found'],
    ['to the note of an upload', { method: 'PATCH', path: '/x.json', headers: part, body: 'x' }, '404 not_found'],
    ['by a method that nothing has', { method: 'PUT', path: '/x', body: 'x' }, '404 not_found'],
  ])('%s is refused with the errors of all calls, and leaves nothing', async (_, request, expected) => {
    const answer = await tus(server.origin, { ...request, token: owner.token });
    const { error } = ErrorBody.parse(await answer.json());
    expect(`${answer.status} ${error.code}`).toBe(expected);
    expect(error.requestId).toBe(answer.headers.get('X-Request-Id'));
    expect(await left()).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['elsewhere than at its end', { ...part, 'Upload-Offset': '500' }, '409 conflict'],
    ['before its beginning', { ...part, 'Upload-Offset': '-1' }, '400 invalid_request'],
    ['nowhere', { 'Content-Type': part['Content-Type'] }, '400 invalid_request'],
    ['of another type', { ...part, 'Content-Type': 'text/plain' }, '400 invalid_request'],
  ])('that sends a part %s is refused, and the upload stays unchanged', async (_, headers, expected) => {
    const id = await beginUpload(server.origin, owner, placeId, 1000);
    const answer = await tus(server.origin, {
      method: 'PATCH',
      path: `/${id}`,
      token: owner.token,
      headers,
      body: 'RIFF',
    });
    expect(`${answer.status} ${ErrorBody.parse(await answer.json()).error.code}`).toBe(expected);
    expect(await offsetOf(server.origin, owner, id)).toBe(0);
    await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
    expect(await left()).toEqual([]);
  });

  test('that sends more bytes than announced is refused', async () => {
    const id = await beginUpload(server.origin, owner, placeId, 1000);
    const answer = await sendPart(server.origin, owner, id, 0, new Blob([new Uint8Array(1001)]));
    expect([answer.status, await offsetOf(server.origin, owner, id)]).toEqual([413, 0]);
    await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
  });
});

describe('a malicious or careless request', () => {
  const part = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  let id: string;
  beforeEach(async () => {
    id = await beginUpload(server.origin, owner, placeId, 1000);
  });
  afterEach(async () => {
    await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
    expect(await left()).toEqual([]);
  });

  async function refused(request: Omit<TusRequest, 'path' | 'token'>): Promise<string> {
    const answer = await tus(server.origin, { path: `/${id}`, token: owner.token, ...request });
    return `${answer.status} ${ErrorBody.parse(await answer.json()).error.code}`;
  }

  test('with a body of unknown length, larger than announced, writes no byte beyond the end', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const request = { method: 'PATCH', headers: part, body: readable, duplex: 'half' } as const;
    const answer = refused(request);
    const writer = writable.getWriter();
    await writer.write(new Uint8Array(600));
    await expect.poll(async () => (await stat(join(server.dataDir, 'drop-ici.resumable', id))).size).toBe(600);
    await writer.write(new Uint8Array(600));
    await writer.close().catch(() => undefined);
    expect(await answer).toBe('413 too_large');
    expect(await offsetOf(server.origin, owner, id)).toBe(600);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['half a byte', { ...part, 'Upload-Offset': '0.5' }],
    ['a number in another notation', { ...part, 'Upload-Offset': '0x0' }],
    ['more than a number holds', { ...part, 'Upload-Offset': '9'.repeat(30) }],
    ['a second length', { ...part, 'Upload-Length': '2000' }],
    ['no version', { ...part, 'Tus-Resumable': '' }],
  ])('with %s is refused', async (_, headers) => {
    expect(await refused({ method: 'PATCH', headers, body: 'RIFF' })).toBe('400 invalid_request');
    expect(await offsetOf(server.origin, owner, id)).toBe(0);
  });

  test('with a method in a header is handled by its real method', async () => {
    const override = { ...part, 'X-HTTP-Method-Override': 'DELETE' };
    expect(await refused({ method: 'POST', headers: override })).toBe('404 not_found');
    const wish = { 'Upload-Length': '1000', 'X-HTTP-Method-Override': 'PATCH' };
    const made = await tus(server.origin, { method: 'POST', token: owner.token, headers: wish });
    expect(made.status).toBe(400);
    expect(await offsetOf(server.origin, owner, id)).toBe(0);
  });

  test('to give up without a version is refused, and nothing is lost', async () => {
    expect(await refused({ method: 'DELETE', headers: { 'Tus-Resumable': '' } })).toBe('400 invalid_request');
    expect(await offsetOf(server.origin, owner, id)).toBe(0);
  });

  test('for the options needs a token too, and allows no other origin', async () => {
    for (const path of ['', `/${id}`]) {
      expect((await tus(server.origin, { method: 'OPTIONS', path })).status).toBe(401);
      const answer = await tus(server.origin, {
        method: 'OPTIONS',
        path,
        token: owner.token,
        headers: { Origin: 'https://evil.example.org' },
      });
      expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([204, null]);
      expect(answer.headers.get('Tus-Extension')).toBe('creation,termination,expiration');
    }
  });

  test('with concurrent parts from the same offset lets a single part write all bytes', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => new Blob([new Uint8Array(1000).fill(index + 1)]));
    const answers = await Promise.all(bodies.map((body) => sendPart(server.origin, owner, id, 0, body)));
    const outcomes = answers.map(({ status, headers }) => [status, headers.get('Upload-Offset')].join(' '));
    const writer = outcomes.indexOf('204 1000');
    expect(writer).not.toBe(-1);
    // A part whose bytes take long while others wait is ended before its first byte.
    for (const outcome of outcomes.toSpliced(writer, 1)) expect(outcome).toMatch(/^(409 .*|204 0)$/);
    const kept = await readFile(join(server.dataDir, 'drop-ici.resumable', id));
    expect(kept).toEqual(Buffer.alloc(1000, writer + 1));
  });

  test('that sends a part while the upload is given up leaves no upload', async () => {
    const [, sent] = await Promise.all([
      tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token }),
      sendPart(server.origin, owner, id, 0, new Blob([new Uint8Array(1000)])),
    ]);
    expect([204, 404]).toContain(sent.status);
    const later = await sendPart(server.origin, owner, id, 0, new Blob(['x']));
    expect(later.status).toBe(404);
  });
});

describe('a part that is interrupted', () => {
  /** Begins to send a part over its own connection, which stays open. */
  async function beginPart(id: string, announced: number, sent: Uint8Array): Promise<Socket> {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `PATCH ${RESUMABLE_PATH}/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.token}\r\nTus-Resumable: 1.0.0\r\n` +
        `Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${announced}\r\n\r\n`,
    );
    await new Promise((written) => socket.write(sent, written));
    return socket;
  }
  const bytes = new Uint8Array(300_000).fill(5);

  /** Reads the bytes on the disk, because a request for them would take the upload over. */
  const onDisk = async (id: string): Promise<number> =>
    (await stat(join(server.dataDir, 'drop-ici.resumable', id))).size;

  test('leaves the arrived bytes, and the upload can continue at once', async () => {
    const id = await beginUpload(server.origin, owner, placeId, 1_000_000);
    const socket = await beginPart(id, 1_000_000, bytes);
    await expect.poll(() => onDisk(id)).toBe(bytes.length);
    socket.destroy();
    expect(await offsetOf(server.origin, owner, id)).toBe(bytes.length);
    expect((await sendPart(server.origin, owner, id, bytes.length, new Blob([bytes]))).status).toBe(204);
    await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
  });

  test('on a line that is dead without the server’s knowledge is ended by the next request', async () => {
    const id = await beginUpload(server.origin, owner, placeId, 1_000_000);
    const socket = await beginPart(id, 1_000_000, bytes);
    await expect.poll(() => onDisk(id)).toBe(bytes.length);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    expect(await offsetOf(server.origin, owner, id)).toBe(bytes.length);
    await expect.poll(() => answer).toMatch(/^HTTP\/1.1 204 [\s\S]*upload-offset: 300000\r/i);
    expect((await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token })).status).toBe(204);
    socket.destroy();
    expect(await left()).toEqual([]);
  });

  test('because its upload is given up leaves nothing', async () => {
    const id = await beginUpload(server.origin, owner, placeId, 1_000_000);
    const socket = await beginPart(id, 1_000_000, bytes);
    await expect.poll(() => onDisk(id)).toBe(bytes.length);
    expect((await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token })).status).toBe(204);
    expect(await left()).toEqual([]);
    socket.destroy();
  });

  test('when the server stops is finished first', async () => {
    const id = await beginUpload(server.origin, owner, placeId, 2 * bytes.length);
    const socket = await beginPart(id, 2 * bytes.length, bytes);
    await expect.poll(() => onDisk(id)).toBe(bytes.length);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    const restarted = server.restart();
    socket.write(bytes);
    await restarted;
    expect(answer).toMatch(/^HTTP\/1.1 204 /);
    expect(await offsetOf(server.origin, owner, id)).toBe(2 * bytes.length);
    await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
  });
});
