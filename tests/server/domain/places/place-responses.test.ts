import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { chooseFileStores } from '../../../../server/cluster/open-stores.ts';
import { createMediaLinks, type SignLink } from '../../../../server/domain/media/media-links.ts';
import { serializePlaceDetail, toPlaceDetail } from '../../../../server/domain/places/place-responses.ts';
import type { Database } from '../../../../server/store/database.ts';
import type { PlaceWithMediaRow } from '../../../../server/store/places.ts';
import { openTestDatabase } from '../../../support/database/test-database.ts';
import { toPlace } from '../../../support/server/listed-afresh.ts';
import { TEST_SECRET } from '../../../support/server/server.ts';

let folder: string;
let database: Database;
let sign: SignLink;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-answers-'));
  database = await openTestDatabase(folder);
  const files = await chooseFileStores(folder, null).openMedia();
  sign = createMediaLinks(TEST_SECRET, files, database.reader, Date.now).signFor({ sessionId: 'one' });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const row: PlaceWithMediaRow = {
  id: PlaceId.parse(1),
  parcours_id: ParcoursId.parse(2),
  author_id: null,
  name: 'Le pont',
  kind: 'Ici',
  geometry: '{"type":"Point","coordinates":[2.3,48.8]}',
  media_sha256: null,
  is_draft: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  is_removed: 0,
  deleted_as: null,
  audio_by: null,
  is_planned: 0,
  asked_id: null,
  plan_id: null,
  hidden_at: null,
  approval: null,
  step: null,
  extension: null,
  size_bytes: null,
  duration_s: null,
  peaks_sha256: null,
  rendition_sha256: null,
  rendition_bytes: null,
  loudness_lufs: null,
};

test('a place without audio and author has null for both', () => {
  const feature = { type: 'Point', coordinates: [2.3, 48.8] };
  const common = { id: 1, appelation: 'Le pont', feature, map: { id: 2 }, userId: null };
  expect(toPlace(row, sign)).toEqual({ ...common, type: 'Ici', media: null });
  expect(toPlaceDetail(row, sign)).toEqual({ ...common, media_data: null });
});

test('a single place is serialized as it is mapped', () => {
  expect(JSON.parse(serializePlaceDetail(row, sign))).toEqual(toPlaceDetail(row, sign));
});

test('only a draft has the property `draft`', () => {
  for (const is_draft of [1, true]) {
    expect(toPlace({ ...row, is_draft }, sign)).toEqual({ ...toPlace(row, sign), draft: true });
    expect(toPlaceDetail({ ...row, is_draft }, sign)).toEqual({ ...toPlaceDetail(row, sign), draft: true });
  }
  expect([toPlace(row, sign), toPlaceDetail(row, sign)].some((place) => 'draft' in place)).toBe(false);
});

test('a held place says why it is held, and a draft says only that it is a draft', () => {
  const hidden_at = '2026-01-02T00:00:00.000Z';
  expect(toPlace({ ...row, hidden_at, approval: 'waiting' }, sign)).toEqual({
    ...toPlace(row, sign),
    held: 'hidden',
  });
  for (const approval of ['waiting', 'refused'] as const) {
    expect(toPlaceDetail({ ...row, approval }, sign)).toEqual({ ...toPlaceDetail(row, sign), held: approval });
  }
  expect(toPlace({ ...row, is_draft: 1, approval: 'waiting' }, sign)).toEqual({ ...toPlace(row, sign), draft: true });
});

test('audio without a waveform yet has only its own link', () => {
  const media = {
    link: sign({ sha256: 'aa', extension: 'mp3' }),
    length: null,
    peaks: null,
    rendition: null,
    loudness: null,
  };
  const heard = { ...row, media_sha256: 'aa', extension: 'mp3' };
  expect(toPlace(heard, sign).media).toEqual({ data: media });
  expect(toPlaceDetail(heard, sign).media_data).toEqual(media);
});

test('a waveform is linked by the name of its audio', () => {
  const heard = { ...row, media_sha256: 'aa', extension: 'wav', duration_s: 3, peaks_sha256: 'bb' };
  expect(toPlaceDetail(heard, sign).media_data).toEqual({
    link: expect.stringMatching(/^\/v1\/media\/aa\.wav\?/),
    length: 3,
    peaks: expect.stringMatching(/^\/v1\/media\/aa\.dat\?/),
    rendition: null,
    loudness: null,
  });
});
