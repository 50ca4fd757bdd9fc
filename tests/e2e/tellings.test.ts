import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { pictureEditStrings } from '../../app/editor/tellings/pictures/picture-edit-words.ts';
import { tellingsStrings } from '../../app/editor/tellings/tellings-words.ts';
import { transcriptStrings } from '../../app/editor/transcript/transcript-words.ts';
import { searchStrings } from '../../app/map/search/search-words.ts';
import { manageStrings } from '../../app/places/place-words.ts';
import { visitStrings } from '../../app/shell/visit-words.ts';
import { tellingStrings } from '../../app/tellings/tellings-words.ts';
import { showLanguage } from '../../app/ui/language.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { welcomeStrings } from '../../app/welcome/welcome-words.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { openWords } from '../../server/domain/open/open-words.ts';
import { toneOf } from '../support/audio/wav-bytes.ts';
import { downloadFromWelcome } from '../support/packs/steps.ts';
import { AS_PEOPLE_HAVE_IT, openPhoneRunning, refuseWebgl } from '../support/phone/browser.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { shiftTimestamps } from '../support/phone/walker.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, type Person, pointPlace, signUpAs, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { hears, mapScreenReady, moveTo, storyOf } from './steps.ts';

/** None ends while it is looked at. */
const LENGTH_S = 60;
const FRENCH_VTT = 'WEBVTT\n\n00:00.000 --> 00:04.000\nIci passait le chemin de halage.\n';
const ENGLISH_VTT =
  'WEBVTT\n\n00:00.000 --> 00:04.000\nBargemen lived here.\n\n00:04.000 --> 00:09.000\nTheir horses walked along the towpath.\n';

const SLUG = 'les-quais';
/** Where the app begins: the page before it is the server's. */
const VISIT = `/p/${SLUG}?ecouter`;
/** 110 m from the bridge. */
const START: [number, number] = [2.3425, 48.8555];
const BRIDGE: [number, number] = [2.3425, 48.8565];

const server = useServer();
const openPage = usePhones(server);
let author: Person;
let mapId: ParcoursId;
let placeId: PlaceId;

beforeAll(async () => {
  const { origin } = server;
  author = await signUpAs(server, 'Ana', 'admin');
  mapId = await makeParcours(origin, author, 'Les quais');
  const { newPlace } = await call(origin, 'createPlace', { body: pointPlace(mapId, 'Le pont', BRIDGE) }, author.token);
  placeId = newPlace.place_id;
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

async function setVisibility(visibility: 'catalogue' | null): Promise<void> {
  const body = { visibility, slug: SLUG } as never;
  await call(server.origin, 'updateOpening', { params: { mapId }, body }, author.token);
}

/** The records of packs on the phone. */
function keptPacks(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const records = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url));
    return (await Promise.all(records)).flat().filter((url) => url.includes('/kept-packs/')).length;
  });
}

const playerOf = (page: Page) => page.getByRole('region', { name: listenStrings.player });

/** Begins on the page of the visit, walks to the bridge and hears its story. */
async function listen(page: Page, begin: string | RegExp, story: string): Promise<void> {
  await page.getByRole('heading', { name: 'The quays' }).waitFor();
  await page.getByRole('button', { name: begin }).click();
  await mapScreenReady(page, 1);
  await moveTo(page, BRIDGE);
  await playerOf(page).getByText('The bridge').waitFor();
  await hears(page, story);
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

test('a phone without an account walks an open parcours in English, reads and searches it, also off line, until it is closed', async () => {
  await showLanguage('en');
  await setVisibility('catalogue');
  const { tellings } = await call(server.origin, 'readPlaceWords', { params: { placeId } }, author.token);
  const story = storyOf(server.origin + tellings.find(({ language }) => language === 'en')?.media?.link);
  const words = openWords.en;
  const open = openPhoneRunning(shiftTimestamps, refuseWebgl);
  const browser = { ...AS_PEOPLE_HAVE_IT, locale: 'en-GB' };
  const page = await openPage('/nowhere', { position: START, open, browser });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401 || response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  await page.goto(`/p/${SLUG}`);
  await page.getByRole('link', { name: words.listen, exact: true }).click();
  await listen(page, welcomeStrings.listen, story);
  // Nothing was asked for that needs an account, and no account was made.
  expect(refused).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await page.context().setGeolocation({ longitude: START[0], latitude: START[1], accuracy: 5 });
  await downloadFromWelcome(page, VISIT);
  await page.getByText('Along the river').first().waitFor();
  // From now on the app's worker answers; the catalogue, and a frame, are the server's nevertheless.
  await page.goto('/catalogue?q=quays');
  await page.getByRole('link', { name: 'The quays' }).first().waitFor();
  await page.goto(`/embed/${SLUG}`);
  await page.getByRole('link', { name: words.open }).waitFor();
  await page.context().setOffline(true);
  await page.goto(`/p/${SLUG}`);
  // Whether the phone had time to note what was heard is no matter of this way.
  await listen(page, /^(Continue|Listen)/, story);
  await readAndSearch(page);

  await page.context().setOffline(false);
  await setVisibility(null);
  await page.goto(VISIT);
  await page.getByRole('heading', { name: visitStrings.over }).waitFor();
  // Nothing of it stays on the phone.
  await expect.poll(() => keptPacks(page)).toBe(0);
  await page.context().setOffline(true);
  await page.goto(`/p/${SLUG}`);
  await page.getByText(visitStrings.failed).waitFor();
  await page.context().setOffline(false);
  await page.goto(VISIT);
  await page.getByRole('link', { name: visitStrings.login }).click();
  await page.waitForURL('**/login');
});
