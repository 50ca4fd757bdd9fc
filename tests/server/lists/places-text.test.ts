import { expect, test } from 'vitest';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { SLICE_CHARS } from '../../../server/domain/costly-work.ts';
import { pathOfLink } from '../../../server/domain/media/media-links.ts';
import { fillTexts, type PlacesText, serializePlaces } from '../../../server/domain/places/lists/places-text.ts';
import type { PlaceWithMediaRow } from '../../../server/store/places.ts';
import { toPlace } from '../../support/server/listed-afresh.ts';

const QUERY = '?expires=1&session=s&signature=x';

/** A place with a recording, a waveform and a rendition, unless `given` says otherwise. */
function row(id: number, given: Partial<PlaceWithMediaRow> = {}): PlaceWithMediaRow {
  return {
    id: PlaceId.parse(id),
    parcours_id: ParcoursId.parse(2),
    author_id: null,
    name: `Le pont ${id}`,
    kind: 'Ici',
    geometry: '{"type":"Point","coordinates":[2.3,48.8]}',
    media_sha256: 'ab'.repeat(32),
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
    extension: 'wav',
    size_bytes: 1000,
    duration_s: 1.5,
    peaks_sha256: 'cd'.repeat(32),
    rendition_sha256: 'ef'.repeat(32),
    rendition_bytes: 500,
    loudness_lufs: -23,
    ...given,
  };
}

function fill(...texts: readonly PlacesText[]): string {
  return Buffer.concat(fillTexts(texts, Buffer.from(QUERY), Buffer.from('['), Buffer.from(']'))).toString();
}

function printed(...rows: readonly PlaceWithMediaRow[]): string {
  return JSON.stringify(rows.map((each) => toPlace(each, (name) => pathOfLink(name) + QUERY)));
}

const silent = { media_sha256: null, extension: null, rendition_bytes: null, peaks_sha256: null };

test.each([
  ['no places', []],
  ['one place', [row(1)]],
  ['several places', [row(1), row(2), row(9)]],
  ['places with and without audio', [row(1, silent), row(2), row(3, silent)]],
  ['places without audio', [row(1, silent), row(2, silent)]],
  ['places with unusual names', [row(1, { name: 'Été "x" \\ \u2028 😀 </script>' }), row(2, { name: '' })]],
  ['one place that waits for approval', [row(1, { approval: 'waiting' })]],
])('a list of %s is serialized as by JSON.stringify, with the query after each link', async (_, rows) => {
  expect(fill(await serializePlaces(rows))).toBe(printed(...rows));
});

test('the places of several texts are merged in the order of their ids', async () => {
  const [a, b, c] = [
    [row(1), row(4), row(5)],
    [row(2), row(6, silent)],
    [row(3), row(7)],
  ];
  const texts = await Promise.all([a, b, [], c].map((rows) => serializePlaces(rows)));
  expect(fill(...texts)).toBe(printed(row(1), row(2), row(3), row(4), row(5), row(6, silent), row(7)));
  const [first, second] = texts;
  if (first === undefined || second === undefined) throw new Error('Expected two texts');
  expect(fill(second, first)).toBe(printed(row(1), row(2), row(4), row(5), row(6, silent)));
});

test('other work runs between the slices of a long text', async () => {
  const zone = { geometry: `{"type":"Point","coordinates":[${'1'.repeat(SLICE_CHARS)},48.8]}` };
  let turns = 0;
  let isPrinting = true;
  const count = (): void => {
    turns++;
    if (isPrinting) setImmediate(count);
  };
  setImmediate(count);
  const text = await serializePlaces([row(1, zone), row(2, zone), row(3, zone)]);
  isPrinting = false;
  expect(turns).toBeGreaterThan(0);
  expect(text.shapeBytes).toBe(3 * zone.geometry.length);
});
