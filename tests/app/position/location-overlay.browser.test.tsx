import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { places } from '../../../app/places/places.ts';
import { readDevice } from '../../../app/platform/page/device.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { location, startLocation } from '../../../app/position/location.ts';
import { LocationIndicator } from '../../../app/position/location-indicator.tsx';
import { LocationOverlay } from '../../../app/position/location-overlay.tsx';
import { deniedSteps, locationStrings } from '../../../app/position/location-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { beginWalk, listening, startListening } from '../../../app/walk/listening.ts';
import { nearbyStrings } from '../../../app/walk/nearby/nearby-words.ts';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { ANDROID_AGENT, callBrowser, forgetAgent, IPHONE_AGENT } from '../../support/page/other-browsers.ts';
import { type PositionReceiver, receivePositions, restorePositions } from '../../support/page/position-receiver.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const words = locationStrings;
/** The error codes of the Geolocation API. */
const [DENIED, UNAVAILABLE, TIMEOUT] = [1, 2, 3];

const root = rootPerTest('main', () => {
  scope.dispose();
  restorePositions();
  forgetAgent();
});
let scope: Scope;
let receiver: PositionReceiver;

beforeEach(() => {
  receiver = receivePositions();
  scope = new Scope();
});

/** Renders the overlay, and waits until the position is requested. */
async function open(): Promise<void> {
  root.render(
    <>
      <LocationIndicator />
      <LocationOverlay />
    </>,
  );
  startLocation(scope);
  await expect.poll(() => location.status).not.toBe('idle');
}

const indicator = (text: string) => page.getByRole('button', { name: text, exact: true });
const dialog = page.getByRole('dialog');

/** Waits for the overlay with this title and these texts, and checks it with axe. */
async function isTold(title: string, ...texts: readonly string[]): Promise<Locator> {
  const sheet = page.getByRole('dialog', { name: title });
  await expect.element(sheet).toBeVisible();
  for (const text of texts) await expect.element(sheet.getByText(text, { exact: true })).toBeVisible();
  expect(await faultsHere(), title).toEqual([]);
  return sheet;
}

describe('without permission for the position', () => {
  it.each([
    ['a computer', null],
    ['an iPhone', IPHONE_AGENT],
  ])('the overlay says how to allow it, on %s first', async (_, agent) => {
    if (agent !== null) callBrowser(agent);
    await open();
    receiver.fail(DENIED);
    const sheet = await isTold(words.denied, words.deniedText, words.permissionDenied, words.withoutPosition);
    const terms = [...sheet.element().querySelectorAll('dt')];
    expect(terms.map((term) => ({ title: term.textContent, steps: term.nextElementSibling?.textContent }))).toEqual(
      deniedSteps(readDevice()),
    );
  });

  it('it can be requested again in a browser without the Permissions API', async () => {
    Object.defineProperty(navigator, 'permissions', { value: undefined, configurable: true });
    await open();
    receiver.fail(DENIED);
    const sheet = await isTold(words.denied);
    await sheet.getByRole('button', { name: strings.app.retry }).click();
    expect(receiver.asked.map(({ kind }) => kind)).toEqual(['once', 'once']);
    receiver.send();
    await expect.element(indicator(words.active)).toBeVisible();
    expect(dialog.elements()).toEqual([]);
    Reflect.deleteProperty(navigator, 'permissions');
  });
});

describe('a person without a position', () => {
  beforeEach(() => {
    const media = { data: mediaLink({ link: longStory() }) };
    places.list = ref([listedPlace(1, { media })]);
    startListening(scope);
  });
  afterEach(() => {
    places.list = ref([]);
  });

  const isHeard = () => until(() => expect([listening.audio.phase, listening.walk.selected]).toEqual(['playing', 1]));

  it('who wanted to walk listens from here by one tap, above the text about permissions', async () => {
    await open();
    beginWalk();
    receiver.fail(DENIED);
    const sheet = await isTold(words.denied, nearbyStrings.withoutPosition);
    const [, first] = sheet.getByRole('button').elements();
    expect(first?.textContent).toBe(nearbyStrings.listenFromHere);
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
    await sheet.getByRole('button', { name: nearbyStrings.listenFromHere }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await isHeard();
    expect(listening.walk.onSite).toBe(false);
  });

  it('who did not walk may also listen from here', async () => {
    await open();
    receiver.fail(UNAVAILABLE);
    const sheet = await isTold(words.error, words.withoutPosition);
    await sheet.getByRole('button', { name: nearbyStrings.listenFromHere }).click();
    await isHeard();
  });
});

describe('an unavailable position', () => {
  it('shows the overlay if the browser has no geolocation', async () => {
    restorePositions();
    const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'geolocation') ?? {};
    Reflect.deleteProperty(Navigator.prototype, 'geolocation');
    const opened = open();
    Object.defineProperty(Navigator.prototype, 'geolocation', own);
    await opened;
    const sheet = await isTold(words.unavailable, words.unavailableText, words.unsupported);
    expect(sheet.getByRole('button', { name: strings.app.retry }).elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(indicator(words.unavailable)).toBeVisible();
  });

  it.each([
    ['a phone', ANDROID_AGENT, words.gpsUnavailable],
    ['a computer', null, words.positionUnavailable],
  ])('shows the overlay on %s, which closes once a position arrives', async (_, agent, text) => {
    if (agent !== null) callBrowser(agent);
    await open();
    receiver.fail(UNAVAILABLE);
    await isTold(words.error, text, words.withoutPosition);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await indicator(words.error).click();
    await isTold(words.error, text);
    receiver.send();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(indicator(words.active)).toBeVisible();
  });

  it.each([
    ['a phone', ANDROID_AGENT, words.timeoutMobile],
    ['a computer', null, words.timeout],
  ])('shows on %s that it took too long, with a retry', async (_, agent, text) => {
    if (agent !== null) callBrowser(agent);
    await open();
    receiver.fail(TIMEOUT);
    const sheet = await isTold(words.error, text);
    await sheet.getByRole('button', { name: strings.app.retry }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    receiver.fail(TIMEOUT);
    await isTold(words.error, text);
    receiver.send();
    await expect.element(indicator(words.active)).toBeVisible();
  });

  it('shows an error that is not in the standard', async () => {
    await open();
    receiver.fail(42);
    await isTold(words.error, words.unknown);
  });

  it.each([
    // Some extensions replace the Geolocation object; Chromium's own methods then throw with its own message.
    ['with its reason', () => Object.create(navigator.geolocation), words.serviceError('Illegal invocation')],
    [
      'without a reason',
      () => ({
        getCurrentPosition: () => {
          throw new Error();
        },
      }),
      words.errorText,
    ],
  ])('shows that the browser refuses to be asked, %s', async (_, make, text) => {
    restorePositions();
    Object.defineProperty(navigator, 'geolocation', { value: make(), configurable: true });
    await open();
    await isTold(words.error, text);
  });
});
