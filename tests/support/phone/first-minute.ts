import type { Locator, Page } from 'playwright';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { nearbyStrings } from '../../../app/walk/nearby/nearby-words.ts';
import { welcomeStrings } from '../../../app/welcome/welcome-words.ts';
import { openPhoneRunning } from './browser.ts';

declare global {
  interface Window {
    /** Makes the browser say that it would ask for the position, until it is asked; only where {@link askForPosition} runs. */
    mayLocate?: boolean;
  }
}

/** What somebody had to do. */
export interface Effort {
  taps: number;
  /** Fields to fill in; each took a tap, too. */
  fields: number;
}

/** A way through the app of somebody who knows only the link, without hesitation. Counts what they do in `effort`. */
export type Way = (page: Page, link: string, effort: Effort) => Promise<void>;

/** A phone of `openPhone` that nobody has allowed the position yet: the question is answered with yes as soon as it is asked. */
export const openAskingPhone = openPhoneRunning(askForPosition);

/** From the link to the first sound, where the parcours is, or wherever the position is given. */
export const listenAtOnce: Way = async (page, link, effort) => {
  await page.goto(link);
  await tap(page.getByRole('button', { name: welcomeStrings.listen, exact: true }), effort);
  await sounds(page);
};

/** The same for people who refuse the position. */
export const listenWithoutPosition: Way = async (page, link, effort) => {
  await page.goto(link);
  await tap(page.getByRole('button', { name: welcomeStrings.listen, exact: true }), effort);
  await tap(page.getByRole('dialog').getByRole('button', { name: nearbyStrings.listenFromHere }), effort);
  await sounds(page);
};

/** From a contributor's link to the first saved drop, for people who have no account yet. */
export const signUpAndDrop: Way = async (page, link, effort) => {
  const words = strings.signUp;
  const password = 'un long mot de passe';
  await page.goto(link);
  await tap(page.getByRole('link', { name: strings.login.register }), effort);
  await fill(page.getByLabel(words.username), 'Ana', effort);
  await fill(page.getByLabel(words.email), `ana-${Date.now()}@example.org`, effort);
  await fill(page.getByLabel(words.password, { exact: true }), password, effort);
  await fill(page.getByLabel(words.confirmation, { exact: true }), password, effort);
  await tap(page.getByRole('checkbox', { name: words.terms }), effort);
  await tap(page.getByRole('button', { name: words.submit }), effort);
  await tap(page.getByRole('button', { name: welcomeStrings.drop }), effort);
  await tap(page.getByRole('button', { name: recordStrings.start }), effort);
  await page.getByRole('timer').filter({ hasNotText: '0:00' }).waitFor();
  await tap(page.getByRole('button', { name: recordStrings.stop }), effort);
  const popup = page.getByRole('dialog');
  await tap(popup.getByRole('button', { name: dropStrings.save, exact: true }), effort);
  await popup.waitFor({ state: 'detached' });
};

async function tap(target: Locator, effort: Effort): Promise<void> {
  await target.click();
  effort.taps += 1;
}

async function fill(field: Locator, text: string, effort: Effort): Promise<void> {
  await tap(field, effort);
  await field.fill(text);
  effort.fields += 1;
}

/** Waits until a story is heard. */
async function sounds(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
    return audio?.dataset.link !== undefined && !audio.paused && audio.currentTime > 0.1;
  });
}

/** In the page, before its own scripts: the browser would ask for the position, until it is asked. */
export function askForPosition(): void {
  const { geolocation, permissions } = navigator;
  const query = permissions.query.bind(permissions);
  permissions.query = async (wanted) => {
    const status = await query(wanted);
    if (wanted.name !== 'geolocation' || window.mayLocate === true) return status;
    return Object.defineProperty(status, 'state', { value: 'prompt' });
  };
  const [ask, watch] = [geolocation.getCurrentPosition, geolocation.watchPosition].map((one) => one.bind(geolocation));
  Object.assign(geolocation, {
    getCurrentPosition: (...call: Parameters<Geolocation['getCurrentPosition']>) => {
      window.mayLocate = true;
      return ask?.(...call);
    },
    watchPosition: (...call: Parameters<Geolocation['watchPosition']>) => {
      window.mayLocate = true;
      return watch?.(...call);
    },
  });
}
