import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { profileStrings } from '../../app/account/profile-words.ts';
import { AVATAR_SIDE_PX } from '../../contracts/limits.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, makePlace, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { isAt, swipe } from './steps.ts';

const words = profileStrings;

const server = useServer();
const open = usePhones(server);

/** A picture of 300 x 200 px: its left half red, its right half blue. */
async function paintWide(page: Page): Promise<Buffer> {
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
  return Buffer.from(wide, 'base64');
}

test('the profile shows who one is and how many drops there are, takes a square of a picture that is kept, and leads out', async () => {
  const person = await signUp(server.origin, 'Paul Émile');
  const parcoursId = await makeParcours(server.origin, person);
  for (const name of ['Un', 'Deux']) await makePlace(server.origin, person, parcoursId, name);
  const page = await open('/home/profile', { person });
  await page.getByRole('heading', { name: words.title }).waitFor();
  await page.getByText('@paulémile').waitFor();
  await page.getByText('2', { exact: true }).waitFor();

  const file = { name: 'moi.png', mimeType: 'image/png', buffer: await paintWide(page) };
  await page.getByLabel(words.choose).setInputFiles(file);
  await page.getByText(words.zoom).waitFor();
  // A drag moves the picture, and nothing else.
  const cropped = page.getByTestId('container').locator('img');
  const place = () => cropped.evaluate((image) => image.getBoundingClientRect().x);
  await expect.poll(() => cropped.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const before = await place();
  const { x, y, width, height } = (await page.getByTestId('cropper').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const middle = [x + width / 2, y + height / 2] as const;
  await swipe(page, middle, [middle[0] + 60, middle[1]]);
  await expect.poll(place).toBeGreaterThan(before + 20);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: words.upload }).click();
  const picture = page.locator('img[src^="/v1/image/"]').first();
  await picture.waitFor();
  const readSize = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(readSize).toEqual([AVATAR_SIDE_PX, AVATAR_SIDE_PX]);
  const shown = new URL((await picture.getAttribute('src')) ?? '', page.url()).pathname;
  expect(JSON.stringify(await call(server.origin, 'readMe', {}, person.token))).toContain(shown);

  await page.getByRole('button', { name: words.logOut }).click();
  await isAt(page, '/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
