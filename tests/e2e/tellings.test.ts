import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { searchStrings } from '../../app/map/search/search-words.ts';
import { tellingStrings } from '../../app/tellings/tellings-words.ts';
import { showLanguage } from '../../app/ui/language.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { AS_PEOPLE_HAVE_IT } from '../support/browser.ts';
import { downloadFromWelcome } from '../support/packs/steps.ts';
import { makeParcours, makePlace, type Person, signUpAs, upload } from '../support/people.ts';
import { usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { toneOf } from '../support/wav-bytes.ts';
import { hears, mapScreenReady, storyOf } from './steps.ts';

/** None ends while it is looked at. */
const LENGTH_S = 60;
const FRENCH_VTT = 'WEBVTT\n\n00:00.000 --> 00:04.000\nIci passait le chemin de halage.\n';
const ENGLISH_VTT =
  'WEBVTT\n\n00:00.000 --> 00:04.000\nBargemen lived here.\n\n00:04.000 --> 00:09.000\nTheir horses walked along the towpath.\n';

const server = useServer();
const openPage = usePhones(server);
let author: Person;
let mapId: ParcoursId;
let placeId: PlaceId;
let english = '';

beforeAll(async () => {
  const { origin } = server;
  author = await signUpAs(server, 'Ana', 'admin');
  mapId = await makeParcours(origin, author, 'Les quais');
  placeId = await makePlace(origin, author, mapId, 'Le pont');
  const { token } = author;
  await upload(origin, author, placeId, toneOf(330, LENGTH_S), { length: LENGTH_S });
  const sound = { length: LENGTH_S, telling: 'en.standard' };
  const { link } = await upload(origin, author, placeId, toneOf(440, LENGTH_S), sound);
  english = storyOf(origin + link);
  const image = { width: 60, height: 40, channels: 3, background: 'teal' } as const;
  const file = new Blob([new Uint8Array(await sharp({ create: image }).jpeg().toBuffer())]);
  const { id } = await call(origin, 'addPicture', { params: { placeId }, fields: {}, file }, token);
  const french = { placeId, language: 'fr', kind: 'standard' } as const;
  const body = { name: '', text: 'Un **vieux** pont.', link: null, pictures: [{ id, description: 'Un pont' }] };
  await call(origin, 'changeTelling', { params: french, body }, token);
  const params = { ...french, language: 'en' };
  const told = { name: 'The bridge', text: 'An **old** bridge.', pictures: [{ id, description: 'A bridge' }] };
  await call(origin, 'changeTelling', { params, body: { ...told, link: 'https://example.org/bridge' } }, token);
  for (const [key, vtt] of [
    [french, FRENCH_VTT],
    [params, ENGLISH_VTT],
  ] as const) {
    const transcript = { vtt, state: 'approved' } as const;
    await call(origin, 'changeTranscript', { params: key, body: { transcript } }, token);
  }
  const translations = [{ language: 'en', name: 'The quays', description: 'Along the river' }];
  const about = { language: 'fr', facts: { difficulty: 'easy', hasSteps: false }, translations } as const;
  await call(origin, 'changeAbout', { params: { mapId }, body: about }, token);
  await showLanguage('en');
});
afterAll(() => showLanguage('fr'));

/** Hears the English story, reads its page, and finds what is said in it. */
async function hearReadAndSearch(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await mapScreenReady(page, 1);
  await button(mapStrings.placeList).click();
  await page.getByRole('dialog').getByRole('button', { name: 'The bridge' }).first().click();
  const player = page.getByRole('region', { name: listenStrings.player });
  await player.getByRole('heading', { name: 'The bridge' }).waitFor();
  await hears(page, english);

  await player.getByRole('button', { name: tellingStrings.read }).first().click();
  const open = page.getByRole('dialog', { name: 'The bridge' });
  await open.getByText('An old bridge.').waitFor();
  const picture = open.getByRole('img', { name: 'A bridge' }).first();
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  await open.getByRole('link', { name: /example\.org/ }).waitFor();
  await open.getByRole('button', { name: /towpath/ }).waitFor();
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });

  await button(searchStrings.toggle).click();
  await page.getByRole('combobox', { name: searchStrings.label }).fill('TOWPATH');
  await page
    .getByRole('option')
    .filter({ hasText: searchStrings.saidAt('0:04') })
    .click();
  await open.getByRole('button', { name: /towpath/ }).waitFor();
}

test('a walker who reads English hears, reads and searches a story in English, also off line', async () => {
  const invite = { body: { mapId, privilege: 'guest' } } as const;
  const { link } = await call(server.origin, 'createInvite', invite, author.token);
  const browser = { ...AS_PEOPLE_HAVE_IT, locale: 'en-GB' };
  const page = await openPage('/nowhere', { browser });
  await downloadFromWelcome(page, link);
  await page.getByText('Along the river').first().waitFor();
  await page.goto('/home');
  await hearReadAndSearch(page);

  await page.context().setOffline(true);
  await page.goto('/home');
  await hearReadAndSearch(page);
});
