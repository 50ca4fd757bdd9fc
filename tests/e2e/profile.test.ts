import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { AVATAR_SIDE_PX } from '../../contracts/limits.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { makeParcours, makePlace, type Person, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { logIn } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const words = strings.profile;

describe('the profile', () => {
  let server: TestServer;
  let browser: Browser;
  let person: Person;

  beforeAll(async () => {
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    browser = await openBrowser();
    person = await signUp(server.origin, 'Paul Émile');
    const mapId = await makeParcours(server.origin, person);
    for (const name of ['Un', 'Deux']) await makePlace(server.origin, person, mapId, name);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openProfile(): Promise<Page> {
    const page = await (await openPhone(browser, server.origin, QUAY)).newPage();
    await logIn(page, person);
    await page.goto('/home/profile');
    await page.getByRole('heading', { name: words.title }).waitFor();
    return page;
  }

  it('shows the name, the handle and how many drops there are, and leads out', async () => {
    const page = await openProfile();
    await page.getByText('@paulémile').waitFor();
    await page.getByText('2', { exact: true }).waitFor();
    await page.getByRole('button', { name: words.logOut }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  it('takes a square of a picture that is kept, shown at once and after a reload', async () => {
    const page = await openProfile();
    // 300 x 200: left half red, right half blue.
    const wide = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [300, 200];
      const context = canvas.getContext('2d');
      for (const [x, colour] of [
        [0, 'red'],
        [150, 'blue'],
      ] as const) {
        if (context === null) continue;
        context.fillStyle = colour;
        context.fillRect(x, 0, 150, 200);
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    const buffer = Buffer.from(wide, 'base64');
    await page.getByLabel(words.choose).setInputFiles({ name: 'moi.png', mimeType: 'image/png', buffer });
    await page.getByText(words.zoom).waitFor();
    await page.getByRole('button', { name: words.upload }).click();
    const picture = page.locator('img[src^="/v1/image/"]').first();
    await picture.waitFor();
    const readSize = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    await expect.poll(readSize).toEqual([AVATAR_SIDE_PX, AVATAR_SIDE_PX]);
    await page.reload();
    await picture.waitFor();
  });

  it('says what is wrong with a file, or that there is none', async () => {
    const page = await openProfile();
    await page.getByRole('button', { name: words.upload }).click();
    await page.getByText(words.noFile).waitFor();
    const buffer = Buffer.from('no picture at all');
    await page.getByLabel(words.choose).setInputFiles({ name: 'moi.png', mimeType: 'image/png', buffer });
    await page.getByText(words.unreadable).waitFor();
  });

  it('says why a picture could not be sent, keeps it, and sends it on the next attempt', async () => {
    const page = await openProfile();
    const buffer = await readFile(new URL('../../app/public/icons/icon-192.png', import.meta.url));
    await page.getByLabel(words.choose).setInputFiles({ name: 'moi.png', mimeType: 'image/png', buffer });
    await page.getByText(words.zoom).waitFor();
    await page.route('**/v1/user/upload-profile-image', (route) => route.abort());
    await page.getByRole('button', { name: words.upload }).click();
    await page.getByRole('alert').getByText(`Upload failed: ${strings.errors.network}`, { exact: true }).waitFor();
    await page.unroute('**/v1/user/upload-profile-image');
    const kept = page.waitForResponse('**/v1/user/upload-profile-image');
    await page.getByRole('button', { name: words.upload }).click();
    expect((await kept).status()).toBe(200);
    await page.getByText(words.zoom).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('sends no picture without a token, and leads to the login', async () => {
    const page = await openProfile();
    const buffer = await readFile(new URL('../../app/public/icons/icon-192.png', import.meta.url));
    await page.getByLabel(words.choose).setInputFiles({ name: 'moi.png', mimeType: 'image/png', buffer });
    await page.getByText(words.zoom).waitFor();
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.getByRole('button', { name: words.upload }).click();
    await page.waitForURL('**/login');
  });

  it('is not for guests', async () => {
    const guest = await signUp(server.origin, 'Guy', 'guest');
    const page = await (await openPhone(browser, server.origin, QUAY)).newPage();
    await logIn(page, guest);
    await page.goto('/home/profile');
    await page.waitForURL((url) => url.pathname !== '/home/profile');
    expect(await page.getByText(words.upload).count()).toBe(0);
  });
});
