import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { assert, constantFrom, property, string } from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { plainCell } from '../../../contracts/csv-text.ts';
import type { ExportedParcours } from '../../../contracts/parcours-file.ts';
import { writeCsv } from '../../../server/domain/exchange/formats/csv.ts';
import { writeGpx } from '../../../server/domain/exchange/formats/gpx.ts';
import { writeKml } from '../../../server/domain/exchange/formats/kml.ts';
import { makeRandonnee } from '../../../server/domain/exchange/formats/randonnee.ts';
import { findFaults } from '../../support/formats/json-schema.ts';
import { readCells } from '../../support/formats/spreadsheet-cells.ts';
import { exportedParcours, exportedPlace } from '../../support/samples/exported-parcours.ts';

const FIXTURES = 'tests/fixtures/exchange';
const ZONE = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [-1.55, 47.2],
      [-1.54, 47.2],
      [-1.54, 47.21],
      [-1.55, 47.21],
      [-1.55, 47.2],
    ],
    [
      [-1.546, 47.204],
      [-1.546, 47.206],
      [-1.544, 47.206],
      [-1.544, 47.204],
      [-1.546, 47.204],
    ],
  ] as [number, number][][],
};
const SOUND = {
  file: `audio/${'a'.repeat(64)}.wav`,
  sha256: 'a'.repeat(64),
  bytes: 44,
  length: 1,
  rendition: null,
};
const PARCOURS = exportedParcours(
  [
    exportedPlace('Au bord', { geometry: ZONE, text: 'Un **pré** & un <puits>.\nDeux lignes.' }),
    exportedPlace('La grue', { step: 3, sound: SOUND, link: 'https://ici.fr/p/le-quai?place=7K2F&x=1' }),
    exportedPlace('Le pont', { step: 1, geometry: { type: 'Point', coordinates: [180, 1e-7] } }),
    exportedPlace('À venir', { planned: true, step: 2 }),
  ],
  {
    description: 'Le long de la Loire',
    link: 'https://ici.fr/p/le-quai',
    facts: {
      ...{ authors: 'L’association', lengthM: 1200, durationMin: 50, difficulty: 'easy', hasSteps: false },
      ...{ widthCm: 90, licence: 'cc-by-sa', surface: 'pavés', emergency: '112' },
    },
  },
);

const join = (pieces: Iterable<string>): string => [...pieces].join('');
const parse = (xml: string) => new DOMParser().parseFromString(xml, 'text/xml');

/** Parses strictly; throws for what isn't well-formed. */
function readTexts(xml: string, element: string): string[] {
  const parser = new SaxesParser({ xmlns: true });
  const texts: string[] = [];
  let open = false;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    open = name === element;
    if (open) texts.push('');
  });
  parser.on('closetag', () => {
    open = false;
  });
  parser.on('text', (text) => {
    if (open) texts.push(`${texts.pop()}${text}`);
  });
  parser.write(xml).close();
  return texts;
}

test('GPX has walkers’ places as waypoints in their order, with links to their pages', () => {
  const { features } = gpx(parse(join(writeGpx(PARCOURS))));
  expect(features.map(({ geometry, properties }) => [properties?.name, geometry])).toEqual([
    ['Le pont', { type: 'Point', coordinates: [-180, 1e-7] }],
    ['La grue', { type: 'Point', coordinates: [-1.5534, 47.2173] }],
    ['Au bord', { type: 'Point', coordinates: [expect.closeTo(-1.545, 3), expect.closeTo(47.208, 3)] }],
  ]);
  expect(features[1]?.properties?.links).toEqual([{ href: 'https://ici.fr/p/le-quai?place=7K2F&x=1' }]);
  expect(features[2]?.properties?.desc).toBe('Un pré & un <puits>.\nDeux lignes.');
});

const isXmllintMissing = spawnSync('xmllint', ['--version']).error !== undefined;

test.skipIf(isXmllintMissing)(`GPX is valid${isXmllintMissing ? ' (xmllint is not installed here)' : ''}`, () => {
  const schema = `${FIXTURES}/gpx-1.1.xsd`;
  for (const parcours of [PARCOURS, exportedParcours([])]) {
    const input = join(writeGpx(parcours));
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, '-'], { input, encoding: 'utf8' });
    expect([status, stderr.trim()]).toEqual([0, '- validates']);
  }
});

test('KML has a folder for each kind of place, shapes with their holes, and what KML has no word for', () => {
  const xml = join(writeKml(PARCOURS));
  expect(readTexts(xml, 'name')).toEqual([
    'Le quai',
    ...['Étapes', 'Le pont', 'La grue'],
    ...['Autres lieux', 'Au bord'],
    ...['Lieux à enregistrer', 'À venir'],
  ]);
  const [bridge, crane, bank] = kml(parse(xml)).features;
  expect(bridge?.geometry).toEqual({ type: 'Point', coordinates: [180, 1e-7] });
  expect(crane?.properties).toMatchObject({ 'drop_ici:number': '2', 'drop_ici:file': SOUND.file });
  expect(bank?.geometry).toEqual(ZONE);
  expect(bank?.properties).toMatchObject({
    // Readers take it for HTML.
    description: 'Un pré & un &lt;puits>.\nDeux lignes.',
    'drop_ici:text': 'Un **pré** & un <puits>.\nDeux lignes.',
  });
});

/** Reads CSV by RFC 4180 with `;`. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ';') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('CSV has a row for each place, with a decimal point and the sound’s name in the ZIP', () => {
  const text = join(writeCsv(PARCOURS));
  expect(text.startsWith('\ufeffnom;latitude;longitude;texte;fichier;')).toBe(true);
  const [, bridge, , crane, bank] = readCsv(text);
  expect(bridge).toEqual(['Le pont', '1e-7', '180', '', '', '1', '']);
  expect(crane).toEqual(['La grue', '47.2173', '-1.5534', '', SOUND.file, '2', '']);
  expect(bank?.[3]).toBe('Un **pré** & un <puits>.\nDeux lignes.');
});

test('the schema ‘randonnée’ gets what is known, and says what isn’t', () => {
  const { type, required, properties, definitions } = JSON.parse(
    readFileSync(`${FIXTURES}/randonnee-1.1.0.schema.json`, 'utf8'),
  );
  const findRandonneeFaults = (value: unknown) => findFaults({ type, required, properties }, value, definitions);
  const made = makeRandonnee(12, PARCOURS);
  expect(findRandonneeFaults(made)).toEqual([]);
  expect(made?.features[0]).toEqual({
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [180, 1e-7],
        [-1.5534, 47.2173],
      ],
    },
    properties: {
      id_local: '12',
      producteur: 'L’association',
      nom_itineraire: 'Le quai',
      pratique: 'pédestre',
      depart: 'Le pont',
      arrivee: 'La grue',
      instructions: '1. Le pont\n2. La grue',
      url: 'https://ici.fr/p/le-quai',
      presentation: 'Le long de la Loire',
      longueur: 1200,
      duree: 0.83,
      difficulte: 'Facile',
      accessibilite: 'Il n’y a pas de marches sur le chemin. Passage le plus étroit : 90 cm.',
      type_sol: 'pavés',
      recommandations: 'En cas d’urgence : 112',
    },
  });
  const bare = makeRandonnee(12, { ...PARCOURS, drop_ici: exportedParcours([]).drop_ici });
  expect(findRandonneeFaults(bare)).toEqual([]);
  expect(bare?.features[0].properties).toMatchObject({ producteur: 'Non renseigné' });
  expect(makeRandonnee(12, exportedParcours([exportedPlace('Le pont', { step: 1 })]))).toBeNull();
});

const TRICKY = string({ unit: 'binary', maxLength: 60 });
/** Pieces at which writers and readers of these formats have failed. */
const PIECES = constantFrom(
  ...[']]>', '<![CDATA[', '&amp;', '&#0;', '&', '<b>', '"', "'", '\0', '\u000b', '\ud800', '\udc00x', '\ufffe', '🥐'],
  ...['\r\n', '\r', '\n', '\t', ';', '=1+1', '-2', '+3', '@x', "'=", "''+", '＝1', '\ufeff', '   ', ',', '- '],
);
const withName = (name: string): ExportedParcours => exportedParcours([exportedPlace(name, { text: `**${name}**` })]);
/** Without what XML can't say in any way; all at once, or the halves of a character would find each other. */
const sayable = (text: string) =>
  [...text].filter((sign) => (sign >= ' ' || /[\t\n\r]/.test(sign)) && !/\p{Cs}|[\ufffe\uffff]/u.test(sign)).join('');

test('whatever a text has, GPX and KML are well-formed and say it again', () => {
  assert(
    property(PIECES, TRICKY, PIECES, (before, middle, after) => {
      const text = `a${before}${middle}${after}z`;
      expect(readTexts(join(writeGpx(withName(text))), 'name')).toEqual(['Le quai', sayable(text)]);
      const xml = join(writeKml(withName(text)));
      expect(readTexts(xml, 'name').at(-1)).toBe(sayable(text));
      expect(readTexts(xml, 'value')).toEqual([`**${sayable(text)}**`]);
      expect(readTexts(xml, 'description').join()).not.toContain('<');
    }),
    { numRuns: 100 },
  );
});

test('whatever a text has, CSV gives it back, and no cell is a formula, wherever a spreadsheet splits it', () => {
  assert(
    property(PIECES, PIECES, TRICKY, PIECES, PIECES, (...pieces) => {
      const text = pieces.join('');
      const csv = join(writeCsv(withName(text)));
      const [, row] = readCsv(csv);
      expect([row?.[0], row?.[3]].map((cell = '') => plainCell(cell))).toEqual([text, `**${text}**`]);
      // The position is a number.
      const cells = [';', ',', '\t'].flatMap((separator) => readCells(csv.replace(';-1.5534;', ';1;'), separator));
      expect(cells.filter((cell) => /^[\s"]*([=+@＝＋＠]|[-－](?! ))/.test(cell))).toEqual([]);
    }),
    { numRuns: 300 },
  );
  const list = 'Il y a\n- un quai\n- une grue';
  expect(join(writeCsv(exportedParcours([exportedPlace('x', { text: list })])))).toContain(list);
});
