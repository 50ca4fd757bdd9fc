import { expect, it } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { searchStrings } from '../../app/map/search/search-words.ts';
import { nearbyStrings } from '../../app/walk/nearby/nearby-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import { faultsInBothLooks } from '../support/accessibility/page-faults.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { fixture, makeParcours, makePlace, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { hasHeard, readMediaPath } from './steps.ts';

/** Where `makePlace` puts a place. */
const AT_THE_PLACE: [number, number] = [2.3, 48.8];
const SMALL_PHONE = { width: 320, height: 568 };

const server = useServer();
const open = usePhones(server);

it('without WebGL a walker reads why, has the list, the player and the walk, and no control under another on a small phone', async () => {
  const person = await signUp(server.origin, 'Nour Petit');
  const parcoursId = await makeParcours(server.origin, person);
  const placeId = await makePlace(server.origin, person, parcoursId, 'Le pont');
  await upload(server.origin, person, placeId, await fixture('conforming-mono.wav'));
  const stored = { selectedParcours: `[${parcoursId}]` };
  const page = await open('/home', { person, stored, position: AT_THE_PLACE, browser: { viewport: SMALL_PHONE } });
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
