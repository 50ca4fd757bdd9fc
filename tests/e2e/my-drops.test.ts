import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { NOTICE_MS } from '../../app/page/notice-queue.ts';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { menuStrings } from '../../app/shell/menu-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';

const words = myDropsStrings;
/** A master or a rendition, but no waveform. */
const AUDIO = /\.(wav|m4a)$/;

const server = useServer();
const openPage = usePhones(server);
let person: Person;
let quays: ParcoursId;
let page: Page;

beforeAll(async () => {
  person = await signUp(server.origin, 'Dina');
  quays = await makeParcours(server.origin, person, 'Les quais');
  const market = await makeParcours(server.origin, person, 'Le marché');
  const bridge = await makePlace(server.origin, person, quays, 'Le pont');
  // It still plays when its button is looked at.
  const minute = new Blob([wavOf(new Int16Array(60 * 44_100))]);
  await upload(server.origin, person, bridge, minute);
  for (const name of ['Le banc', 'Le quai', 'La berge']) await makePlace(server.origin, person, quays, name);
  await makePlace(server.origin, person, market, 'La halle');
});

const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
const titles = () => page.getByRole('heading', { level: 2 }).allTextContents();
const remove = async (name: string): Promise<void> => {
  await row(name)
    .getByRole('button', { name: words.options(name) })
    .click();
  await page.getByRole('menuitem', { name: words.delete }).click();
  await row(name).waitFor({ state: 'detached' });
};
const keptNames = async (): Promise<string[]> => {
  const input = { params: { userId: person.user.id }, query: {} };
  return (await call(server.origin, 'listDrops', input, person.token)).drops.map((drop) => drop.appelation);
};

test('people hear their drops, delete them or take that back, and leave nothing of them to who logs in next', async () => {
  // A session of its own, which the page ends.
  const session = await call(server.origin, 'login', { body: { email: person.email, password: person.password } });
  page = await openPage('about:blank', { person: session, stored: { selectedParcours: `[${quays}]` } });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/home/drops');
  // Those of all maps are shown first.
  await page.getByRole('heading', { name: 'La halle' }).waitFor();
  await page.getByRole('switch', { name: words.everywhere }).click();
  await page.getByRole('heading', { name: 'La halle' }).waitFor({ state: 'detached' });
  const waveform = row('Le pont').getByRole('img').locator('canvas').first();
  await waveform.waitFor();
  expect(await titles()).toEqual(['La berge', 'Le quai', 'Le banc', 'Le pont']);
  await page.getByRole('switch', { name: words.everywhere }).click();
  await page.getByRole('heading', { name: 'La halle' }).waitFor();
  await waveform.waitFor();
  expect(fetched.filter((path) => path.endsWith('.dat'))).toHaveLength(1);
  expect(fetched.filter((path) => AUDIO.test(path))).toEqual([]);
  await row('Le banc').getByText(words.noAudio).waitFor();
  await row('Le pont').getByRole('button', { name: words.load }).click();
  await row('Le pont').getByRole('button', { name: dropStrings.pause }).waitFor();
  expect(fetched.filter((path) => AUDIO.test(path))).not.toEqual([]);

  // After a while in which it can be taken back.
  await page.clock.install();
  await remove('Le banc');
  await page.getByRole('button', { name: strings.app.undo }).click();
  await row('Le banc').waitFor();
  await page.clock.fastForward(2 * NOTICE_MS);
  await row('Le banc').waitFor();
  await remove('Le banc');
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.clock.fastForward(NOTICE_MS);
  expect((await deleted).status()).toBe(200);
  expect(await keptNames()).toEqual(['La halle', 'La berge', 'Le quai', 'Le pont']);

  // At once where the page is left before, or the person logs out.
  await remove('Le quai');
  await page.goto('about:blank');
  await expect.poll(keptNames, { timeout: 20_000 }).toEqual(['La halle', 'La berge', 'Le pont']);
  await page.goto('/home/drops');
  await remove('La berge');
  await page.getByRole('button', { name: menuStrings.open }).click();
  await page.getByRole('button', { name: menuStrings.logout }).click();
  await expect.poll(keptNames, { timeout: 20_000 }).toEqual(['La halle', 'Le pont']);

  const next = await signUp(server.origin, 'Nina');
  await makeParcours(server.origin, next, 'Le parc');
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/drop/**', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.getByLabel(strings.login.email).fill(next.email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(next.password);
  await page.getByRole('button', { name: strings.login.submit, exact: true }).click();
  await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
  await page.getByRole('button', { name: menuStrings.open }).click();
  await page.getByRole('dialog').getByRole('link', { name: menuStrings.drops }).click();
  await page.getByRole('heading', { name: words.title }).waitFor();
  await page.getByRole('status', { name: strings.app.loading }).waitFor();
  expect(await titles()).toEqual([]);
  answer();
  await page.getByText(words.emptyHint).waitFor();
});
