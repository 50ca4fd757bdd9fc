import type { CDPSession } from 'playwright';
import { expect, test } from 'vitest';
import { pocketStrings } from '../../app/walk/pocket/pocket-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import { drawNothing } from '../support/page/draw-nothing.ts';
import { openPhoneRunning } from '../support/phone/browser.ts';
import { countMapFrames } from '../support/phone/map-frames.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { shiftTimestamps } from '../support/phone/walker.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, pointPlace, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { hasHeard, mapReady, moveTo, readMediaPath, swipe } from './steps.ts';

const START: [number, number] = [2.3425, 48.8555];
/** 110 m to the north. */
const BRIDGE: [number, number] = [2.3425, 48.8565];

const server = useServer();
const openPage = usePhones(server);

test('a phone in the pocket guides on in the dark: only a held ring has an effect, and the map draws no frame', async () => {
  const person = await signUp(server.origin, 'Dina');
  const quays = await makeParcours(server.origin, person, 'Les quais');
  const bridge = { body: pointPlace(quays, 'Le pont', BRIDGE) };
  const { newPlace } = await call(server.origin, 'createPlace', bridge, person.token);
  await upload(server.origin, person, newPlace.place_id, await fixture('conforming-mono.wav'));
  const page = await openPage('/home', {
    person,
    position: START,
    open: openPhoneRunning(shiftTimestamps, drawNothing, countMapFrames),
    stored: { selectedParcours: JSON.stringify([quays]) },
  });
  const ring = () => page.getByRole('button', { name: pocketStrings.leaveHint });
  const frames = () => page.evaluate(() => window.mapFrames);
  await mapReady(page);
  await page.getByRole('button', { name: walkStrings.start }).click();
  await moveTo(page, START);
  // The watch that takes the first request's place has seen this position: a move before that would be lost.
  await page
    .getByText(/^Ensuite à /)
    .first()
    .waitFor();
  const path = await readMediaPath(page, 'Le pont');
  expect(await frames()).toBeGreaterThan(0);
  await page.getByRole('button', { name: pocketStrings.enter }).click();
  await ring().waitFor();
  // The frame in which the map fell asleep may still have been on its way.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const before = await frames();

  await page.touchscreen.tap(200, 200);
  await page.touchscreen.tap(200, 200);
  await ring().tap();
  await swipe(page, [20, 400], [380, 400]);
  await swipe(page, [380, 400], [20, 400]);
  await swipe(page, [200, 100], [200, 700]);
  // A gesture of the system, which a fabric makes, too.
  await page.goBack();
  for (const key of ['Escape', 'Enter', ' ', 'Tab', 'ArrowLeft', 'F5', 'a']) await page.keyboard.press(key);
  await moveTo(page, BRIDGE);
  await hasHeard(page, path);
  expect(await frames()).toBe(before);
  await expect.poll(() => ring().evaluate((button) => button === document.activeElement)).toBe(true);

  const { x, y, width, height } = (await ring().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const finger = await page.context().newCDPSession(page);
  await touch(finger, 'touchStart', [{ x: x + width / 2, y: y + height / 2 }]);
  await ring().waitFor({ state: 'detached' });
  await touch(finger, 'touchEnd', []);
  await expect.poll(frames).toBeGreaterThan(before);
  await page.getByRole('button', { name: walkStrings.stop }).waitFor();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
});

function touch(finger: CDPSession, type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) {
  return finger.send('Input.dispatchTouchEvent', { type, touchPoints });
}
