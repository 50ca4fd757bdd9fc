import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { MediaLink } from '../../../../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../../../../contracts/vocabulary.ts';
import { openToRead } from '../../../../../server/cluster/open-stores.ts';
import type { MediaRow } from '../../../../../server/store/media.ts';
import { wavOf } from '../../../../support/audio/wav-bytes.ts';
import { verifiedMedia } from '../../../../support/database/kept-data.ts';
import { changeRows, testLocation } from '../../../../support/database/test-database.ts';
import { renditionMade } from '../../../../support/renditions/made.ts';
import { call } from '../../../../support/server/api.ts';
import {
  fixture,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../../../../support/server/people.ts';
import { useServer } from '../../../../support/server/use-server.ts';

// One for all: the encoder, which starts anew with it, takes longer for that than for several renditions.
const server = useServer({ RENDITIONS: '1' });
let owner: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  parcoursId = await makeParcours(server.origin, owner);
});

async function mediaOf(placeId: PlaceId): Promise<MediaLink | null> {
  return (await call(server.origin, 'readPlace', { params: { placeId } }, owner.token)).media_data;
}

async function sha256Of(placeId: PlaceId): Promise<string> {
  const { link } = await renditionOf(placeId);
  return /[0-9a-f]{64}/.exec(link)?.[0] ?? '';
}

async function uploadTo(file: Blob): Promise<PlaceId> {
  const place = await makePlace(server.origin, owner, parcoursId);
  await upload(server.origin, owner, place, file);
  return place;
}

const renditionOf = (place: PlaceId) => renditionMade(server.origin, owner, place);

async function failuresOf(sha256: string): Promise<number | undefined> {
  const database = await openToRead(await testLocation(server.dataDir));
  try {
    return (await database?.reader<MediaRow>('media').where({ sha256 }).first())?.rendition_failures;
  } finally {
    await database?.close();
  }
}

async function changeRow(sha256: string, change: Partial<MediaRow>): Promise<void> {
  await changeRows(server.dataDir, (tx) => tx('media').where({ sha256 }).update(change));
}

/** A tone of `durationS` seconds, the same on both channels. Each test has its own: equal files share a rendition. */
function tone(durationS: number, amplitude = 8000): Blob {
  const samples = Int16Array.from(
    { length: 2 * Math.round(44_100 * durationS) },
    (_, at) => amplitude * Math.sin(Math.floor(at / 2) / 9),
  );
  return new Blob([wavOf(samples, { channels: 2 })]);
}

test('an upload gets its loudness and a rendition with a signed, cacheable link for ranges', async () => {
  const place = await uploadTo(tone(1));
  const { rendition, loudness, link } = await renditionOf(place);
  expect(link).toContain('.wav?');
  expect(rendition.type).toBe('audio/mp4; codecs="mp4a.40.2"');
  expect(loudness).toBeGreaterThan(-14);
  expect(loudness).toBeLessThan(-10);
  const served = await fetch(server.origin + rendition.link);
  expect(served.status).toBe(200);
  expect(served.headers.get('Content-Type')).toBe('audio/mp4');
  expect(served.headers.get('Cache-Control')).toContain('immutable');
  expect((await served.arrayBuffer()).byteLength).toBe(rendition.bytes);
  const range = await fetch(server.origin + rendition.link, { headers: { Range: 'bytes=100-199' } });
  expect(range.status).toBe(206);
  expect((await fetch(server.origin + rendition.link.replace(/signature=./, 'signature=~'))).status).toBe(403);
});

test('a list of places has the same rendition and loudness as a single place', async () => {
  const place = await uploadTo(tone(0.5));
  const { rendition, loudness } = await renditionOf(place);
  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token);
  expect(places.find(({ id }) => id === place)?.media?.data).toMatchObject({ rendition, loudness });
});

test('silence has a rendition but no loudness', async () => {
  const place = await uploadTo(new Blob([wavOf(new Int16Array(88_200))]));
  const { loudness, rendition } = await renditionOf(place);
  expect(loudness).toBeNull();
  expect(rendition.bytes).toBeGreaterThan(0);
});

test('unreadable audio keeps its master, is tried five times and blocks no other audio', async () => {
  const [broken, older] = [await uploadTo(tone(0.7)), await uploadTo(tone(0.6))];
  const [sha256, sha256Older] = [await sha256Of(broken), await sha256Of(older)];
  const missing = { rendition_sha256: null, rendition_bytes: null };
  await writeFile(join(server.dataDir, 'media', sha256.slice(0, 2), `${sha256}.wav`), 'no longer a WAV');
  await changeRow(sha256, { ...missing, rendition_failures: 4 });
  // An upload wakes the queue, in which the broken audio comes first.
  await renditionOf(await uploadTo(tone(0.8)));
  expect(await failuresOf(sha256)).toBe(5);
  const { orphaned, changed } = await verifiedMedia(server.dataDir);
  await changeRow(sha256Older, missing);
  await server.restart();
  // A start makes missing renditions, also of older audio.
  await renditionOf(older);
  await expect.poll(() => verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned, changed });
  expect(await failuresOf(sha256)).toBe(5);
  const media = await mediaOf(broken);
  expect(media?.rendition).toBeNull();
  expect((await fetch(server.origin + (media?.link ?? ''))).status).toBe(200);
});

test('deleting a place for good deletes its rendition', async () => {
  const before = await verifiedMedia(server.dataDir);
  const place = await uploadTo(tone(1.1));
  const { rendition } = await renditionOf(place);
  for (const end of ['deletePlace', 'purgePlace'] as const) {
    await call(server.origin, end, { params: { placeId: place } }, owner.token);
  }
  expect((await fetch(server.origin + rendition.link)).status).toBe(403);
  await expect.poll(() => verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: before.orphaned });
});

test('deleting a place while its rendition is made leaves no file and blocks no other place', async () => {
  const before = await verifiedMedia(server.dataDir);
  const long = await uploadTo(tone(10));
  const next = await uploadTo(tone(1.2));
  for (const end of ['deletePlace', 'purgePlace'] as const) {
    await call(server.origin, end, { params: { placeId: long } }, owner.token);
  }
  await renditionOf(next);
  await expect.poll(() => verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: before.orphaned });
});

test('renditions do not count towards their author’s quota', async () => {
  const { origin } = server;
  const [author, admin] = [await signUp(origin, 'Author'), await signUpAs(server, 'Admin', 'admin')];
  const file = await fixture('conforming-stereo.wav');
  // Room for the stored file and its replacement.
  const quotaBytes = 2 * file.size + 1000;
  await call(origin, 'setQuota', { params: { userId: author.user.id }, body: { quotaBytes } }, admin.token);
  const place = await makePlace(origin, author, await makeParcours(origin, author));
  await upload(origin, author, place, file);
  await renditionMade(origin, author, place);
  await upload(origin, author, place, file);
});
