import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { pictureEditStrings } from '../../app/editor/tellings/pictures/picture-edit-words.ts';
import { tellingsStrings } from '../../app/editor/tellings/tellings-words.ts';
import { transcriptStrings } from '../../app/editor/transcript/transcript-words.ts';
import { mapStrings } from '../../app/map/map-words.ts';
import { searchStrings } from '../../app/map/search/search-words.ts';
import { manageStrings } from '../../app/places/place-words.ts';
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

beforeAll(async () => {
  const { origin } = server;
  author = await signUpAs(server, 'Ana', 'admin');
  mapId = await makeParcours(origin, author, 'Les quais');
  placeId = await makePlace(origin, author, mapId, 'Le pont');
  await upload(origin, author, placeId, toneOf(330, LENGTH_S), { length: LENGTH_S });
  const translations = [{ language: 'en', name: 'The quays', description: 'Along the river' }];
  const about = { language: 'fr', facts: { difficulty: 'easy', hasSteps: false }, translations } as const;
  await call(origin, 'changeAbout', { params: { mapId }, body: about }, author.token);
});
afterAll(() => showLanguage('fr'));

test('an author writes, illustrates, transcribes and translates a story, with a sound of its own, on a phone', async () => {
  const page = await openPage('/home/drops', { person: author, stored: { selectedParcours: `[${mapId}]` } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button(myDropsStrings.options('Le pont')).click();
  await page.getByRole('menuitem', { name: manageStrings.texts.open }).click();
  const sheet = page.getByRole('dialog', { name: tellingsStrings.title('Le pont') });
  const field = (name: string) => sheet.getByRole('textbox', { name, exact: true });
  const save = async (version: string): Promise<void> => {
    await sheet.getByRole('button', { name: tellingsStrings.save, exact: true }).click();
    await page.getByText(tellingsStrings.saved(version)).waitFor();
  };
  const transcribe = async (name: string, vtt: string): Promise<void> => {
    await sheet.getByRole('button', { name: tellingsStrings.editTranscript }).click();
    const editor = page.getByRole('dialog', { name: /transcription/i }).last();
    const file = { name, mimeType: 'text/vtt', buffer: Buffer.from(vtt) };
    await editor.getByLabel(transcriptStrings.importFile).setInputFiles(file);
    await editor.getByRole('option').first().waitFor();
    await editor.getByRole('switch', { name: transcriptStrings.approved }).check();
    await editor.getByRole('button', { name: tellingsStrings.closeTranscript }).click();
  };

  await field(tellingsStrings.text).fill('Un **vieux** pont.');
  const image = { width: 60, height: 40, channels: 3, background: 'teal' } as const;
  const buffer = await sharp({ create: image }).jpeg().toBuffer();
  await sheet
    .getByLabel(pictureEditStrings.add, { exact: true })
    .setInputFiles({ name: 'pont.jpg', mimeType: 'image/jpeg', buffer });
  await field(pictureEditStrings.description).fill('Un pont');
  await transcribe('pont.vtt', FRENCH_VTT);
  await save(tellingsStrings.itself('Français'));

  await sheet.getByRole('button', { name: tellingsStrings.add.open }).click();
  await sheet.getByRole('combobox', { name: tellingStrings.language, exact: true }).selectOption('en');
  await sheet.getByRole('button', { name: tellingsStrings.add.confirm, exact: true }).click();
  await field(tellingsStrings.name).fill('The bridge');
  await field(tellingsStrings.text).fill('An **old** bridge.');
  await field(tellingsStrings.link).fill('https://example.org/bridge');
  await field(pictureEditStrings.description).fill('A bridge');
  const sound = Buffer.from(await toneOf(440, LENGTH_S).arrayBuffer());
  await sheet
    .getByLabel(dropStrings.chooseFile, { exact: true })
    .setInputFiles({ name: 'bridge.wav', mimeType: 'audio/wav', buffer: sound });
  await sheet.getByText(tellingsStrings.soundLength('1:00')).waitFor();
  await transcribe('bridge.vtt', ENGLISH_VTT);
  await save(tellingStrings.versionOf('Anglais', 'Version standard'));

  const { tellings, pictures } = await call(server.origin, 'readPlaceWords', { params: { placeId } }, author.token);
  expect(pictures).toHaveLength(1);
  const told = tellings.map(({ language, text, transcript }) => [language, text, transcript?.state]);
  expect(told.sort()).toEqual([
    ['en', 'An **old** bridge.', 'approved'],
    ['fr', 'Un **vieux** pont.', 'approved'],
  ]);
});

const playerOf = (page: Page) => page.getByRole('region', { name: listenStrings.player });

async function hear(page: Page, english: string): Promise<void> {
  await mapScreenReady(page, 1);
  await page.getByRole('button', { name: mapStrings.placeList, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'The bridge' }).first().click();
  await playerOf(page).getByRole('heading', { name: 'The bridge' }).waitFor();
  await hears(page, english);
}

/** Reads the page of the story that is in the player, and finds what is said in it. */
async function readAndSearch(page: Page): Promise<void> {
  await playerOf(page).getByRole('button', { name: tellingStrings.read }).first().click();
  const open = page.getByRole('dialog', { name: 'The bridge' });
  await open.getByText('An old bridge.').waitFor();
  const picture = open.getByRole('img', { name: 'A bridge' }).first();
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  await open.getByRole('link', { name: /example\.org/ }).waitFor();
  await open.getByRole('button', { name: /towpath/ }).waitFor();
  await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: searchStrings.toggle, exact: true }).click();
  await page.getByRole('combobox', { name: searchStrings.label }).fill('TOWPATH');
  await page
    .getByRole('option')
    .filter({ hasText: searchStrings.saidAt('0:04') })
    .click();
  await open.getByRole('button', { name: /towpath/ }).waitFor();
}

test('a walker who reads English hears, reads and searches a story in English, off line', async () => {
  await showLanguage('en');
  const { tellings } = await call(server.origin, 'readPlaceWords', { params: { placeId } }, author.token);
  const link = tellings.find(({ language }) => language === 'en')?.media?.link ?? '';
  const english = storyOf(server.origin + link);
  const invite = { body: { mapId, privilege: 'guest' } } as const;
  const { link: invitation } = await call(server.origin, 'createInvite', invite, author.token);
  const browser = { ...AS_PEOPLE_HAVE_IT, locale: 'en-GB' };
  const page = await openPage('/nowhere', { browser });
  await downloadFromWelcome(page, invitation);
  await page.getByText('Along the river').first().waitFor();
  await page.context().setOffline(true);
  await page.goto('/home');
  await hear(page, english);
  await readAndSearch(page);
});
