import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import {
  fixture,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const HOUR_MS = 3600 * 1000;

const server = useServer();
let owner: Person;
let member: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  member = await signUpMember(server, owner, parcoursId, 'Member', 'guest');
  const id = await makePlace(server.origin, owner, parcoursId, 'Le pont');
  await upload(server.origin, owner, id, await fixture('conforming-mono.wav'));
  await waveformsTaken(server.dataDir);
  for (let index = 0; index < 20; index++) await makePlace(server.origin, owner, parcoursId, `Le quai ${index}`);
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Requests the list with a client that does not decompress. */
function ask({ token }: Person, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const url = `${server.origin}/v1/place/places/by-map-ids?mapIds=${parcoursId}`;
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { Authorization: token, ...headers } }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, body });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const read = ({ body, headers }: Answer) =>
  JSON.parse((headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()) as {
    version: string;
    linkQuery: string;
    places: { media: { data: { link: string } } | null }[];
  };

test('a client that accepts gzip gets the same list in fewer bytes, with length and Vary', async () => {
  const plain = await ask(member);
  const compressed = await ask(member, { 'Accept-Encoding': 'br, gzip' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(compressed.headers['content-encoding']).toBe('gzip');
  for (const { headers, body } of [plain, compressed]) {
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      vary: expect.stringContaining('Accept-Encoding'),
    });
  }
  expect(read(compressed)).toEqual(read(plain));
  expect(compressed.body.length).toBeLessThan(plain.body.length / 2);
  expect((await ask(member, { 'Accept-Encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
});

test('an unchanged list is answered with 304 while its links stay valid for at least two hours', async () => {
  const first = await ask(member);
  const tag = { 'If-None-Match': String(first.headers.etag) };
  const { linkQuery, places } = read(first);
  const link = places.find(({ media }) => media !== null)?.media?.data.link ?? '';
  const follow = async () => (await fetch(server.origin + link + linkQuery)).status;
  expect(await follow()).toBe(200);
  expect(await ask(member, tag)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  // Another session, and later hours, have other links.
  expect((await ask(owner, tag)).status).toBe(200);
  let hours = 0;
  for (; (await ask(member, tag)).status === 304; hours++) server.advance(HOUR_MS / 2);
  expect(hours).toBeLessThanOrEqual(2 * 6);
  server.advance(1.5 * HOUR_MS - 60_000);
  expect(await follow()).toBe(200);
  server.advance(HOUR_MS);
  expect(await follow()).toBe(403);
});

test('a change is in the next list, even for a request with the previous ETag', async () => {
  const before = await ask(member);
  await makePlace(server.origin, owner, parcoursId, 'La fin');
  const after = await ask(member, { 'If-None-Match': String(before.headers.etag) });
  expect(after.status).toBe(200);
  expect(read(after).places).toHaveLength(read(before).places.length + 1);
});
