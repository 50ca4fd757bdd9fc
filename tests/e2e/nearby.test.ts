import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { searchStrings } from '../../app/map/search/search-words.ts';
import { nearbyStrings } from '../../app/walk/nearby/nearby-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../support/people.ts';
import { type PhoneOptions, usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { hasHeard, mapReady, readMediaPath } from './steps.ts';

/** Where `makePlace` puts a place. */
const AT_THE_PLACE: [number, number] = [2.3, 48.8];
const LYON: [number, number] = [4.8357, 45.764];
const SMALL_PHONE = { width: 320, height: 568 };

describe('a walker', () => {
  const server = useServer();
  const open = usePhones(server);
  let person: Person;
  let parcoursId: ParcoursId;

  beforeAll(async () => {
    person = await signUp(server.origin, 'Nour Petit');
    parcoursId = await makeParcours(server.origin, person);
    const placeId = await makePlace(server.origin, person, parcoursId, 'Le pont');
    await upload(server.origin, person, placeId, await fixture('conforming-mono.wav'));
  });

  const openMap = (options: PhoneOptions): Promise<Page> =>
    open('/home', { person, stored: { selectedParcours: `[${parcoursId}]` }, ...options });

  it('without WebGL reads why, has the list, the player and the walk, and no control under another on a small phone', async () => {
    const page = await openMap({ position: AT_THE_PLACE, browser: { viewport: SMALL_PHONE } });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const nothingIsCovered = async (): Promise<void> => {
      for (const textSize of ['200%', '100%']) {
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, textSize);
        await expect.poll(() => page.evaluate(listCovered), { message: textSize }).toEqual([]);
      }
    };
    for (const words of [mapStrings.noWebgl, nearbyStrings.noMapHelp]) {
      const line = page.getByText(words);
      await line.waitFor();
      expect(await line.evaluate(isInSight)).toBe(true);
    }
    expect(await faultsInBothLooks(page)).toEqual([]);
    await page.getByRole('button', { name: mapStrings.placeList }).waitFor();
    await nothingIsCovered();
    await press(walkStrings.start);
    await page.getByText(listenStrings.over).waitFor();
    await nothingIsCovered();
    await press(walkStrings.stop);
    await press(searchStrings.toggle);
    await nothingIsCovered();
    await press(searchStrings.toggle);

    await press(mapStrings.placeList);
    await page.getByRole('dialog').getByRole('button', { name: 'Le pont' }).click();
    const player = page.getByRole('region', { name: listenStrings.player });
    await player.getByText('Le pont').waitFor();
    await hasHeard(page, await readMediaPath(page, 'Le pont'));
    expect(await faultsInBothLooks(page)).toEqual([]);
    await player.getByRole('button', { name: listenStrings.close }).click();
    // All was heard: the next walk tells it anew, once that is confirmed.
    await press(walkStrings.restart);
    await press(walkStrings.restartConfirm);
    await player.getByText(nearbyStrings.allHeard).waitFor();
    await press(walkStrings.stop);
  });

  it('who is far away is shown the parcours by a tap', async () => {
    const page = await openMap({ position: LYON, hasMaps: true });
    await mapReady(page);
    const card = page.getByRole('region', { name: nearbyStrings.far });
    await card.getByText(nearbyStrings.farDirection(330)).waitFor();
    await page.locator('[data-view^="4.83"]').waitFor();
    await card.getByRole('button', { name: nearbyStrings.seeParcours }).click();
    // Above the card, so that nothing covers it.
    await page.locator('[data-view^="2.30"]').waitFor();
  });
});

/** In the page: nothing stands over the four corners and the middle of these words. */
function isInSight(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const inside = [
    [left + 1, top + 1],
    [right - 1, top + 1],
    [left + 1, bottom - 1],
    [right - 1, bottom - 1],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const;
  return inside.every(([x, y]) => {
    const seen = document.elementFromPoint(x, y);
    return seen !== null && (element.contains(seen) || seen.contains(element));
  });
}

/** In the page: the controls that something else covers even where they are scrolled to. */
function listCovered(): string[] {
  const controls = [...document.querySelectorAll('button, input, select, [role="slider"]')].filter(
    (control) => control.checkVisibility() && control.closest('[inert], [aria-hidden="true"]') === null,
  );
  return controls.flatMap((control) => {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    if (width < 2 || (seen !== null && (control.contains(seen) || seen.contains(control)))) return [];
    return [`${control.ariaLabel ?? control.textContent} under ${seen?.outerHTML.slice(0, 80)}`];
  });
}
