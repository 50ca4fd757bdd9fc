import { expect, test } from 'vitest';
import { importStrings as words } from '../../app/exchange/import/import-words.ts';
import { parcoursImportStrings as mapWords } from '../../app/exchange/import/parcours-import-words.ts';
import { mapStrings } from '../../app/map/map-words.ts';
import { paneStrings } from '../../app/parcours/panes-words.ts';
import { manageStrings } from '../../app/places/place-words.ts';
import { faultsOn } from '../support/accessibility/page-faults.ts';
import { unzip, zipBlob, zipOf } from '../support/formats/zip.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { DEMO_MAP } from '../support/samples/demo-map.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, signUpAs } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { fillParcours } from '../support/server/whole-parcours.ts';
import { mapReady, mapScreenReady, openPane } from './steps.ts';

const server = useServer({ MAP_PMTILES: DEMO_MAP });
const openPage = usePhones(server);

/** In the middle of what the archive shows. */
const CITE: [number, number] = [2.3468, 48.8548];

test('over a map of the deployment’s own, read in parts of its archive, an author’s ZIP of a sheet and sounds becomes places', async () => {
  const person = await signUpAs(server, 'Elia', 'editor');
  const parcoursId = await makeParcours(server.origin, person);
  const stored = { selectedParcours: `[${parcoursId}]` };
  const page = await openPage('about:blank', { person, hasMaps: true, stored, position: CITE });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const asked: URL[] = [];
  const ranges: (string | undefined)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol)) asked.push(url);
    if (url.pathname.startsWith('/v1/tiles/')) ranges.push(request.headers().range);
  });
  await page.goto('/home');
  await mapReady(page);
  await page.getByText('Natural Earth').waitFor();
  expect(await page.getByText(mapStrings.fallback).count()).toBe(0);
  expect(ranges.length).toBeGreaterThan(1);
  expect(ranges).not.toContain(undefined);
  expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([server.origin]));
  expect(complaints).toEqual([]);

  await openPane(page, paneStrings.info);
  await page.getByRole('button', { name: manageStrings.import.open }).click();
  const sheet = page.getByRole('dialog', { name: words.title });
  const wav = Buffer.from(await (await fixture('conforming-mono.wav')).arrayBuffer());
  const rows = Array.from({ length: 9 }, (_, at) => `Lieu ${at};${48.857 + at / 1000};2,341;Texte ${at};`);
  const csv = ['nom;latitude;longitude;texte;fichier', 'Le puits;48,857;2,341;Profond.;puits.wav', ...rows].join('\n');
  const zip = await zipBlob({ 'lieux.csv': csv, 'sons/puits.wav': wav });
  const buffer = Buffer.from(await zip.arrayBuffer());
  await sheet.locator('input[type=file]').setInputFiles({ name: 'balade.zip', mimeType: 'application/zip', buffer });
  await sheet.getByText(words.withSound('puits.wav')).waitFor();
  await sheet.locator('[data-shapes="10"] [data-drawn]').waitFor();
  expect(await faultsOn(page)).toEqual([]);
  await sheet.getByRole('button', { name: words.confirm(10, 0) }).click();
  await sheet.getByText(words.done(10)).waitFor();
  const listed = async () =>
    (await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, person.token)).places;
  await expect.poll(async () => (await listed()).filter(({ media }) => media !== null).length).toBe(1);
  expect((await listed()).map(({ appelation }) => appelation).slice(0, 2)).toEqual(['Le puits', 'Lieu 0']);
  await sheet.getByRole('button', { name: words.takeBack }).click();
  await expect.poll(async () => (await listed()).length).toBe(0);
});

test('the ZIP of a whole map, chosen among places, becomes a new map, once it is as a map leaves a server', async () => {
  const person = await signUpAs(server, 'Nour', 'editor');
  const parcoursId = await makeParcours(server.origin, person);
  await fillParcours(server.origin, person, parcoursId);
  const { link } = await call(
    server.origin,
    'exportParcours',
    { params: { mapId: parcoursId }, body: { format: 'zip' } },
    person.token,
  );
  const whole = Buffer.from(await (await fetch(server.origin + link)).arrayBuffer());
  const files = await unzip(whole);
  const [sound] = [...files.keys()].filter((path) => path.startsWith('audio/'));
  const changed = await zipOf(new Map(files).set(sound ?? '', Buffer.from('RIFF')));
  const zip = (buffer: Buffer) => ({ name: 'carte.zip', mimeType: 'application/zip', buffer });
  const page = await openPage('/home', { person, stored: { selectedParcours: `[${parcoursId}]` } });
  await mapScreenReady(page);
  await openPane(page, paneStrings.info);
  await page.getByRole('button', { name: manageStrings.import.open }).click();
  await page.locator('[role=dialog] input[type=file]').setInputFiles(zip(changed));
  await page.getByRole('button', { name: words.asParcours }).click();
  const sheet = page.getByRole('dialog', { name: mapWords.title });
  await sheet.getByRole('button', { name: mapWords.confirm }).click();
  await sheet.getByRole('alert').getByText(mapWords.said).waitFor();
  await sheet.getByRole('button', { name: mapWords.other }).click();
  await sheet.locator('input[type=file]').setInputFiles(zip(whole));
  await sheet.getByLabel(mapWords.facts).getByText('Français, Anglais').waitFor();
  await sheet.getByRole('button', { name: mapWords.confirm }).click();
  await page.waitForURL('**/home');
  const [copy] = (await call(server.origin, 'listParcours', {}, person.token)).filter(({ id }) => id !== parcoursId);
  expect(await page.evaluate(() => localStorage.getItem('selectedParcours'))).toBe(`[${copy?.id}]`);
  expect(copy?.place_count).toBe(2);
});
