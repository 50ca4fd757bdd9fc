import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { Scope } from '../../../app/platform/scope.ts';
import { startCompass } from '../../../app/position/compass-service.ts';
import { requestLocation, startLocation } from '../../../app/position/location.ts';
import { CompassPrompt, LocationIndicator } from '../../../app/position/location-indicator.tsx';
import { locationStrings } from '../../../app/position/location-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { callBrowser, forgetAgent, IPHONE_AGENT } from '../../support/page/other-browsers.ts';
import { type PositionReceiver, receivePositions, restorePositions } from '../../support/page/position-receiver.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { rootPerTest } from '../../support/page/react-root.ts';

const words = locationStrings;
const { requestPermission } = DeviceOrientationEvent as { requestPermission?: unknown };

const root = rootPerTest('main', () => {
  scope.dispose();
  restorePositions();
  forgetAgent();
  Object.assign(DeviceOrientationEvent, { requestPermission });
});
let scope: Scope;
let receiver: PositionReceiver;

beforeEach(() => {
  receiver = receivePositions();
  scope = new Scope();
});

/** Renders the indicator and the prompt, and requests the position. */
function open(): void {
  root.render(
    <>
      <LocationIndicator />
      <CompassPrompt />
    </>,
  );
  startLocation(scope);
  startCompass(scope);
  requestLocation();
}

const indicator = (text: string) => page.getByRole('button', { name: text, exact: true });

/** Taps the indicator, waits for the sheet with these texts, and checks it with axe. */
async function openSheet(from: string, ...texts: readonly string[]): Promise<Locator> {
  await indicator(from).click();
  const sheet = page.getByRole('dialog', { name: words.title });
  await expect.element(sheet).toBeVisible();
  for (const text of texts) await expect.element(sheet.getByText(text, { exact: true })).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  return sheet;
}

describe('the location sheet', () => {
  it('says that no accuracy is known during the first request', async () => {
    open();
    await openSheet(words.requesting, words.noAccuracy);
  });

  it('shows an accuracy of kilometres in kilometres', async () => {
    open();
    receiver.send({ accuracy: 2340 });
    await openSheet(words.lowAccuracy, 'Position connue à 2,3 km près.');
  });

  it('shows a low accuracy, offers both settings, and requests the chosen one from the browser', async () => {
    const wished = (enableHighAccuracy: boolean) => ({ enableHighAccuracy, timeout: 10_000, maximumAge: 5000 });
    open();
    receiver.send({ accuracy: 250 });
    const sheet = await openSheet(words.lowAccuracy, words.accuracy(250), words.improveHint, words.saveHint);
    expect(receiver.last()).toMatchObject({ kind: 'watch', options: wished(true) });
    for (const [name, isExact] of [
      [words.save, false],
      [words.improve, true],
    ] as const) {
      await sheet.getByRole('button', { name }).click();
      await expect.element(sheet.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
      expect(receiver.last()).toMatchObject({ kind: 'watch', options: wished(isExact) });
    }
    receiver.send({ accuracy: 12 });
    await expect.element(sheet.getByText(words.accuracy(12))).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(indicator(words.active)).toBeVisible();
  });
});

describe('the compass of a device that asks for permission', () => {
  const offer = page.getByRole('region', { name: words.compass });

  beforeEach(() => {
    callBrowser(IPHONE_AGENT);
    Object.assign(DeviceOrientationEvent, { requestPermission: async () => 'denied' });
  });

  it('can be dismissed, and activated later in the sheet', async () => {
    open();
    receiver.send();
    await offer.getByRole('button', { name: strings.app.dismiss }).click();
    await expect.element(offer).not.toBeInTheDocument();
    const sheet = await openSheet(words.active, words.compassHint);
    await expect.element(sheet.getByRole('button', { name: words.compass })).toBeVisible();
  });

  it('reports that it was refused, and how to allow it', async () => {
    open();
    receiver.send();
    await offer.getByRole('button', { name: words.compass }).click();
    await expect.element(offer).not.toBeInTheDocument();
    await openSheet(words.active, words.compassRefused);
  });
});
