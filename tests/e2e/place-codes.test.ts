import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { codeDialogStrings, codeStrings } from '../../app/codes/code-words.ts';
import { searchStrings } from '../../app/map/search/search-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { Slug } from '../../contracts/open-parcours.ts';
import { placeCode } from '../../contracts/place-code.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, makePlace, type Person, signUpAs, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';

const server = useServer();
const open = usePhones(server);
let owner: Person;
let parcoursId: ParcoursId;
let codes: readonly string[];

beforeAll(async () => {
  const { origin } = server;
  owner = await signUpAs(server, 'Ana', 'admin');
  parcoursId = await makeParcours(origin, owner, 'Le quai');
  await makeParcours(origin, owner, 'Autre carte');
  const places = [];
  for (const [name, file] of [
    ['Le pont', 'conforming-mono.wav'],
    ['Le lavoir', 'conforming-stereo.wav'],
  ] as const) {
    const placeId = await makePlace(origin, owner, parcoursId, name);
    await upload(origin, owner, placeId, await fixture(file));
    places.push(placeId);
  }
  codes = places.map(placeCode);
});

it('a code on a wall leads through a login to its story, and another one is typed on the way', async () => {
  const page = await open(`/q/${codes[0]?.toLowerCase()}`);
  await page.getByRole('button', { name: codeStrings.logIn }).click();
  await page.getByLabel(strings.login.email).fill(owner.email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: strings.login.submit, exact: true }).click();
  await page.getByRole('heading', { name: 'Le pont', level: 1 }).waitFor();
  await listen(page);
  const first = await heard(page, '');
  expect(new URL(page.url()).pathname).toBe('/home');

  await page.getByRole('button', { name: searchStrings.toggle }).click();
  await page.getByRole('button', { name: codeStrings.open }).click();
  await page.getByRole('textbox', { name: codeDialogStrings.label }).fill(`${codes[1]}`);
  await page.keyboard.press('Enter');
  expect(await heard(page, first)).not.toBe(first);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('a code of an open parcours leads who has no account to its story with one tap', async () => {
  const body = { visibility: 'link', slug: Slug.parse('le-quai') } as const;
  await call(server.origin, 'updateOpening', { params: { mapId: parcoursId }, body }, owner.token);
  const page = await open(`/q/${codes[0]}`);
  await page.getByRole('heading', { name: 'Le pont', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/p/le-quai/q/${codes[0]}`);
  await listen(page);
  await heard(page, '');
});

/** Taps 'Écouter' on the page of a code: the map behind it may have the place's player already. */
async function listen(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: codeStrings.listen, exact: true }).click();
}

/** Waits until another story than `before` is heard, and returns its address. */
async function heard(page: Page, before: string): Promise<string> {
  const sounding = await page.waitForFunction((known) => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
    const link = audio?.dataset.link ?? '';
    return audio?.paused === false && audio.currentTime > 0.1 && link !== known ? link : false;
  }, before);
  return String(await sounding.jsonValue());
}
