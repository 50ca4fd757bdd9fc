import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { profileStrings } from '../../app/account/profile-words.ts';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { mapStrings } from '../../app/map/map-words.ts';
import { paneStrings } from '../../app/parcours/panes-words.ts';
import { menuStrings } from '../../app/shell/menu-words.ts';
import { missingStrings } from '../../app/shell/missing-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { placesNamed, QUAY, recordFor, saveButton, stop } from '../support/microphone/recording-stage.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, makePlace, pointPlace, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { hears, mapScreenReady, openPane, readMediaPath, recordedS } from './steps.ts';

declare global {
  interface Window {
    /** Takes back what lets a part of the page throw. */
    mend?: () => void;
  }
}

const RATE_HZ = 44_100;
const STORY_S = 60;
/** The name of a place that the list can't show. */
const TRAP = 'Le piège';
const words = strings.shell;

describe('a panel that fails', () => {
  const server = useServer();
  const open = usePhones(server);

  /** Lets the list of places throw while it is drawn, or the whole screen with the map and its three panes. */
  const breakPart = (page: Page, part: 'list' | 'screen') =>
    page.evaluate(
      ([what, trap]) => {
        const { trim } = String.prototype;
        const { map } = Array.prototype;
        window.mend = () => Object.assign(Array.prototype, { map }) && Object.assign(String.prototype, { trim });
        const trapped = (isTrap: boolean): void => {
          if (isTrap) throw new Error('Got a trap');
        };
        if (what === 'list') {
          String.prototype.trim = function (this: string): string {
            trapped(String(this) === trap);
            return trim.call(this);
          };
        } else {
          Array.prototype.map = function (this: { readonly id?: string }[], ...rest: Parameters<typeof map>) {
            trapped(this.length === 3 && this[0]?.id === '0');
            return map.apply(this, rest);
          } as typeof map;
        }
      },
      [part, TRAP] as const,
    );
  const mend = (page: Page) => page.evaluate(() => void window.mend?.());
  const failed = (page: Page) => page.getByRole('alert').getByText(missingStrings.partFailed);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('stops neither a story nor a recording; one whose code is gone offers to reload the page', async () => {
    const { origin } = server;
    const ana = await signUp(origin, 'Ana');
    const parcoursId = await makeParcours(origin, ana);
    const { newPlace } = await call(
      origin,
      'createPlace',
      { body: pointPlace(parcoursId, 'Le quai', QUAY) },
      ana.token,
    );
    const story = new Blob([wavOf(new Int16Array(STORY_S * RATE_HZ).fill(9000))]);
    await upload(origin, ana, newPlace.place_id, story, { length: STORY_S });
    await makePlace(origin, ana, parcoursId, TRAP);
    const created = { id: parcoursId, title: 'Le quai', description: 'Le quai, pas à pas', privilege: 'admin' };
    const stored = { selectedParcours: `[${parcoursId}]`, parcoursBeingCreated: JSON.stringify(created) };
    const page = await open('about:blank', { person: ana, position: QUAY, stored });
    await page.route(/\/assets\/profile-screen/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/home');
    await mapScreenReady(page);
    await page.getByRole('button', { name: walkStrings.start }).click();
    const path = await readMediaPath(page, 'Le quai');
    await hears(page, path);

    await breakPart(page, 'list');
    await press(page, mapStrings.placeList);
    await failed(page).waitFor();
    await hears(page, path);
    await press(page, strings.app.retry);
    await failed(page).waitFor();
    const part = page.getByRole('alert').filter({ hasText: missingStrings.partFailed });
    await part.getByRole('button', { name: strings.app.dismiss }).click();
    await failed(page).waitFor({ state: 'detached' });
    await mend(page);
    await breakPart(page, 'screen');
    await openPane(page, paneStrings.info);
    await failed(page).waitFor();
    await hears(page, path);
    await mend(page);
    await press(page, strings.app.retry);
    await mapScreenReady(page);

    await recordFor(page, 1);
    const shownS = await recordedS(page);
    await breakPart(page, 'screen');
    await openPane(page, paneStrings.info);
    await failed(page).waitFor();
    await mend(page);
    await press(page, strings.app.retry);
    await expect.poll(() => recordedS(page)).toBeGreaterThan(shownS);
    const popup = await stop(page);
    await popup.getByLabel(dropStrings.name).fill('Malgré tout');
    await saveButton(popup).click();
    await page.getByText(dropStrings.saved).waitFor();
    expect(await placesNamed(page, 'Malgré tout')).toMatchObject([{ media: { data: {} } }]);

    await popup.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: menuStrings.open }).click();
    await page.getByRole('link', { name: menuStrings.profile }).click();
    await page.getByText(missingStrings.partMissing).waitFor();
    await page.getByRole('button', { name: words.reload, exact: true }).waitFor();
    expect(await page.getByTestId('map').count()).toBe(1);
    await page.unroute(/\/assets\/profile-screen/);
    await press(page, words.reload);
    await page.getByRole('heading', { name: profileStrings.title }).waitFor();
  });
});
