import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeCsv } from '../../../server/domain/exchange/formats/csv.ts';
import { writeGpx } from '../../../server/domain/exchange/formats/gpx.ts';
import { writeKml } from '../../../server/domain/exchange/formats/kml.ts';
import { readImport } from '../../../workers/import/read-file.ts';
import { readParcoursZip } from '../../../workers/import/read-parcours-zip.ts';
import { CountedBlob } from '../../support/audio/counted-blob.ts';
import { zipBlob } from '../../support/formats/zip.ts';
import { exportedParcours, exportedPlace } from '../../support/samples/exported-parcours.ts';

const SOUND = { file: `audio/${'a'.repeat(64)}.wav`, sha256: 'a'.repeat(64), bytes: 44, length: 1, rendition: null };
const TEXT = '=HYPERLINK("https://exemple.fr") & un <puits>\n\n- **deux** mots\n- un tiret';
const PARCOURS = exportedParcours([
  exportedPlace('-2 marches', { step: 1, text: TEXT, sound: SOUND }),
  exportedPlace("'La' cour; <b>", { text: 'Sans mise en forme' }),
]);
const read = (pieces: Iterable<string>) => readImport(new Blob([...pieces]), false);
const partsOf = async (pieces: Iterable<string>) =>
  (await read(pieces)).places.map(({ name, text, soundName }) => [name, text, soundName]);

test('our own CSV and KML come in again with names, Markdown and the sounds’ files', async () => {
  const expected = [
    ['-2 marches', TEXT, `${'a'.repeat(64)}.wav`],
    ["'La' cour; <b>", 'Sans mise en forme', null],
  ];
  expect(await partsOf(writeCsv(PARCOURS))).toEqual(expected);
  expect(await partsOf(writeKml(PARCOURS))).toEqual(expected);
});

test('our own GPX comes in again with names and places', async () => {
  const { places } = await read(writeGpx(PARCOURS));
  expect(places.map(({ name, geometry }) => [name, geometry.coordinates])).toEqual(
    PARCOURS.features.map(({ properties, geometry }) => [properties.name, geometry.coordinates]),
  );
});

test('the ZIP of a whole parcours says what it has, of which only its list and its GeoJSON are read', async () => {
  const telling = {
    ...{ language: 'en', kind: 'children' as const, name: '', text: '', link: null },
    transcript: null,
  };
  const parcours = exportedParcours([
    exportedPlace('Le puits', {
      text: 'Profond',
      sound: SOUND,
      tellings: [{ ...telling, pictures: [], sound: SOUND }],
    }),
    exportedPlace('La cour', { planned: true }),
  ]);
  const zip = await zipBlob({
    ...{ 'parcours.geojson': JSON.stringify(parcours), 'manifest.json': '{}' },
    'audio/a.wav': randomBytes(1_000_000),
  });
  const counted = new CountedBlob([zip]);
  expect(await readParcoursZip(counted)).toEqual({
    ...{ name: 'Le quai', places: 2, sounds: 2, pictures: 0, languages: ['fr', 'en'] },
  });
  expect(counted.bytesRead).toBeLessThan(200_000);
  expect((await readImport(zip, false)).isParcours).toBe(true);
});

test.each([
  ['no-parcours', 'lieux.csv', 'nom;latitude;longitude', '{}'],
  ['no-parcours', 'parcours.geojson', '{"type":"FeatureCollection"}', '{}'],
  ['later-parcours', 'parcours.geojson', '{"drop_ici":{"version":2}}', '{}'],
  ['damaged-zip', 'parcours.geojson', '{', '{}'],
])('a ZIP is refused as %s with %s of %s', async (fault, path, text, manifest) => {
  await expect(readParcoursZip(await zipBlob({ [path]: text, 'manifest.json': manifest }))).rejects.toMatchObject({
    fault,
  });
});
