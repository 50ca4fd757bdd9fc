import { afterEach, beforeEach, expect, test } from 'vitest';
import { Scope } from '../../../app/platform/scope.ts';
import {
  activateCompass,
  compass,
  dismissCompassOffer,
  restCompass,
  shownHeading,
  startCompass,
} from '../../../app/position/compass-service.ts';
import { callBrowser, forgetAgent, IPHONE_AGENT } from '../../support/page/other-browsers.ts';

let scope: Scope;
/** Each sensor event is later than the previous one. */
let atMs = 0;

/** Turns the phone, with the events that Chromium sends. */
function turnTo(headingDeg: number, afterMs = 100): void {
  atMs += afterMs;
  const event = new DeviceOrientationEvent('deviceorientationabsolute', {
    alpha: 360 - headingDeg,
    beta: 30,
    gamma: 0,
    absolute: true,
  });
  Object.defineProperty(event, 'timeStamp', { value: atMs });
  window.dispatchEvent(event);
}

const { requestPermission } = DeviceOrientationEvent as { requestPermission?: unknown };

/** On an iPhone the person is asked, and this is the response. */
function answer(reply: () => Promise<PermissionState>): void {
  callBrowser(IPHONE_AGENT);
  Object.assign(DeviceOrientationEvent, { requestPermission: reply });
}

beforeEach(() => {
  scope = new Scope();
});
afterEach(() => {
  scope.dispose();
  forgetAgent();
  Object.assign(DeviceOrientationEvent, { requestPermission });
});

test('without a prompt the compass is read immediately, in steps of 3°, ten times a second', () => {
  startCompass(scope);
  expect(compass).toMatchObject({ status: 'on', headingDeg: null, isOffered: false });
  // Chromium's other event is relative to the page's initial direction.
  window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 45, beta: 40, gamma: 0 }));
  expect(compass.headingDeg).toBeNull();
  turnTo(90);
  expect(compass.headingDeg).toBe(90);
  turnTo(120, 99);
  expect(compass.headingDeg).toBe(90);
  turnTo(120, 1);
  expect(compass.headingDeg).toBe(120);
  turnTo(122);
  expect(compass.headingDeg).toBe(120);
  turnTo(123);
  expect(compass.headingDeg).toBe(123);
});

test('the compass can be stopped to save the battery, and switched on again', async () => {
  startCompass(scope);
  turnTo(90);
  restCompass();
  turnTo(180);
  expect(compass).toMatchObject({ status: 'off', headingDeg: null });
  await activateCompass();
  turnTo(180);
  expect(compass).toMatchObject({ status: 'on', headingDeg: 180 });
});

test('with a prompt the compass is offered, and read once it is allowed', async () => {
  answer(async () => 'granted');
  startCompass(scope);
  turnTo(90);
  expect(compass).toMatchObject({ status: 'off', headingDeg: null, isOffered: true });
  await activateCompass();
  turnTo(90);
  expect(compass).toMatchObject({ status: 'on', headingDeg: 90, isOffered: false });
});

test('a refusal by the person and one by the device are treated alike', async () => {
  answer(async () => 'denied');
  startCompass(scope);
  await activateCompass();
  expect(compass).toMatchObject({ status: 'refused', isOffered: false });
  answer(() => Promise.reject(new DOMException('Requires a user gesture', 'NotAllowedError')));
  await activateCompass();
  turnTo(90);
  expect(compass).toMatchObject({ status: 'refused', headingDeg: null });
});

test('a response after the end changes nothing', async () => {
  let allow: (state: PermissionState) => void = () => {};
  answer(
    () =>
      new Promise((done) => {
        allow = done;
      }),
  );
  startCompass(scope);
  const asking = activateCompass();
  scope.dispose();
  allow('granted');
  await asking;
  expect(compass).toMatchObject({ status: 'absent', headingDeg: null });
});

test('the offer can be dismissed, and the compass still be switched on', () => {
  answer(async () => 'granted');
  startCompass(scope);
  dismissCompassOffer();
  expect(compass).toMatchObject({ status: 'off', isOffered: false });
});

test('the dot points to the course of a moving walker, else to the compass heading', () => {
  expect(shownHeading({ headingDeg: 10 }, 200)).toBe(10);
  expect(shownHeading({ headingDeg: null }, 200)).toBe(200);
  expect(shownHeading({ headingDeg: null }, null)).toBeNull();
  expect(shownHeading(null, 200)).toBeNull();
});
