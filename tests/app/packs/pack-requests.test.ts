import { expect, test, vi } from 'vitest';
import { explainFailure, readManifest } from '../../../app/packs/pack-requests.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { packedMap } from '../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { packOf } from '../../support/samples/packs.ts';

const quay = ParcoursId.parse(7);
const MANIFEST = 'GET /v1/map/map/7/pack?links=apart';
const LIST = 'GET /v1/map/maps-for-user';
const never = new AbortController().signal;

test('a manifest of a known version is not replaced, unless new links are needed', async () => {
  const known = await packOf(7, 'v1', { 'a.m4a': 'a story' }, 'old');
  const fresh = await packOf(7, 'v1', { 'a.m4a': 'a story' }, 'fresh');
  answerCalls({ [MANIFEST]: fresh });
  expect(await readManifest(quay, known, never)).toBe(known);
  expect(await readManifest(quay, null, never)).toEqual(fresh);
});

test('a shared query is appended to the links, except to public ones', async () => {
  const whole = await packOf(7, 'v1', { 'a.m4a': 'a story' }, 'fresh');
  const picture = { sha256: 'a'.repeat(64), bytes: 1, kind: 'picture', link: '/v1/image/a.webp' } as const;
  const map = { sha256: 'b'.repeat(64), bytes: 1, kind: 'map', link: '/v1/tiles/b.pmtiles?key=b' } as const;
  const apart = JSON.parse(JSON.stringify(whole).replaceAll('?signature=fresh', ''));
  answerCalls({
    [MANIFEST]: { ...apart, files: [map, picture, ...apart.files], linkQuery: '?signature=fresh' },
  });
  expect(await readManifest(quay, null, never)).toEqual({ ...whole, files: [map, picture, ...whole.files] });
});

test('a server that accepts the request and never responds counts as a broken connection', async () => {
  vi.useFakeTimers();
  const hang = ({ signal }: RequestInit): Promise<Response> =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  answerCalls({ [MANIFEST]: hang });
  const failure = readManifest(quay, null, never).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(explainFailure(await failure)).toEqual({ fault: 'network', retryAfterMs: null });
});

test.each([
  ['forbidden', 403, 'former'],
  ['not_found', 404, 'former'],
  ['internal', 500, 'server'],
  ['too_many_requests', 429, 'busy'],
] as const)('a manifest refused as %s (%i) without a place in the list means: %s', async (code, status, meaning) => {
  answerCalls({ [MANIFEST]: refusal(code, status), [LIST]: [] });
  const manifest = await readManifest(quay, null, never).catch((error: unknown) => explainFailure(error).fault);
  expect(manifest).toBe(meaning);
});

test('a manifest refused although the list has the parcours, or without a list, is a fault of the server', async () => {
  answerCalls({ [MANIFEST]: refusal('forbidden', 403), [LIST]: [{ ...packedMap, id: quay }] });
  await expect(readManifest(quay, null, never)).rejects.toMatchObject({ code: 'forbidden' });
  answerCalls({ [MANIFEST]: refusal('forbidden', 403), [LIST]: refusal('forbidden', 403) });
  await expect(readManifest(quay, null, never)).rejects.toMatchObject({ code: 'forbidden' });
});
