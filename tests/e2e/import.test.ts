import { expect, test } from 'vitest';
import { importStrings as words } from '../../app/exchange/import/import-words.ts';
import { paneStrings } from '../../app/parcours/panes-words.ts';
import { manageStrings } from '../../app/places/place-words.ts';
import { call } from '../support/api.ts';
import { faultsOn } from '../support/axe.ts';
import { zipOf } from '../support/import/zip-of.ts';
import { fixture, makeParcours, signUpAs } from '../support/people.ts';
import { usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { mapReady, openPane } from './steps.ts';

const server = useServer();
const openPage = usePhones(server);

test('an author’s ZIP of a sheet and its sounds becomes places that are heard, and is taken back at once', async () => {
  const person = await signUpAs(server, 'Elia', 'editor');
  const parcoursId = await makeParcours(server.origin, person);
  const stored = { selectedParcours: `[${parcoursId}]` };
  const page = await openPage('/home', { person, hasMaps: true, stored });
  await mapReady(page);
  await openPane(page, paneStrings.info);
  await page.getByRole('button', { name: manageStrings.import.open }).click();
  const sheet = page.getByRole('dialog', { name: words.title });
  const wav = Buffer.from(await (await fixture('conforming-mono.wav')).arrayBuffer());
  const rows = Array.from({ length: 250 }, (_, at) => `Lieu ${at};${48.857 + at / 10_000};2,341;Texte ${at};`);
  const csv = ['nom;latitude;longitude;texte;fichier', 'Le puits;48,857;2,341;Profond.;puits.wav', ...rows].join('\n');
  const zip = await zipOf({ 'lieux.csv': csv, 'sons/puits.wav': wav });
  const buffer = Buffer.from(await zip.arrayBuffer());
  await sheet.locator('input[type=file]').setInputFiles({ name: 'balade.zip', mimeType: 'application/zip', buffer });
  await sheet.getByText(words.withSound('puits.wav')).waitFor();
  await sheet.locator('[data-shapes="251"] [data-drawn]').waitFor();
  expect(await faultsOn(page)).toEqual([]);
  await sheet.getByRole('button', { name: words.confirm(251, 0) }).click();
  await sheet.getByText(words.done(251)).waitFor();
  const listed = async () =>
    (await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, person.token)).places;
  await expect.poll(async () => (await listed()).filter(({ media }) => media !== null).length).toBe(1);
  expect((await listed()).map(({ appelation }) => appelation).slice(0, 2)).toEqual(['Le puits', 'Lieu 0']);
  await sheet.getByRole('button', { name: words.takeBack }).click();
  await expect.poll(async () => (await listed()).length).toBe(0);
});
