import { expect, test } from 'vitest';
import { writeCsv } from '../../../server/domain/exchange/formats/csv.ts';
import { writeGpx } from '../../../server/domain/exchange/formats/gpx.ts';
import { writeKml } from '../../../server/domain/exchange/formats/kml.ts';
import { readImport } from '../../../workers/import/read-file.ts';
import { exportedParcours, exportedPlace } from '../../support/exported-parcours.ts';

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
