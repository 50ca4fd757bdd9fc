import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { recordStrings } from '../../app/drops/record/record-words.ts';
import { paths } from '../../app/paths.ts';
import { strings } from '../../app/ui/common-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { placesNamed, recordFor, saveButton, stop } from '../support/microphone/recording-stage.ts';
import { droppingTo, usePhones } from '../support/phone/use-phones.ts';
import { makeParcours, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { listOwn, mapScreenReady, moveTo, recordedS, visit } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const BRIDGE: [number, number] = [2.3425, 48.8579];
const words = recordStrings;

describe('a recording', () => {
  const server = useServer();
  const openPage = usePhones(server);

  /** The map on the phone of somebody with a parcours of their own. */
  async function openMap(): Promise<Page> {
    const ana = await signUp(server.origin, 'Ana');
    const id = await makeParcours(server.origin, ana);
    const page = await openPage('/home', { person: ana, position: QUAY, stored: droppingTo(id) });
    await mapScreenReady(page);
    return page;
  }

  it('is a draft until saved, and makes one place though its page or its screen is lost', async () => {
    const page = await openMap();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const foundButton = () => page.getByRole('button', { name: words.found });
    await recordFor(page, 1);
    const popup = await stop(page);
    await expect.poll(() => saveButton(popup).isEnabled()).toBe(true);
    await expect.poll(async () => (await listOwn(page)).map(({ draft }) => draft)).toEqual([true]);
    // Nobody else has heard of it.
    expect(await placesNamed(page, 'drop')).toEqual([]);
    // A stray tap beside the popup.
    await page.mouse.click(200, 40);
    await press(words.keep);
    await popup.getByLabel(dropStrings.name).fill('Plus tard');
    await popup.getByRole('button', { name: strings.app.close }).click();
    await press(words.later);
    await foundButton().waitFor();

    await page.reload();
    await foundButton().click();
    const found = page.getByRole('dialog', { name: words.found });
    expect(await found.getByLabel(dropStrings.name).inputValue()).toBe('Plus tard');
    await found.getByRole('button', { name: dropStrings.play }).waitFor();
    expect(await listOwn(page)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await press(words.discard);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => listOwn(page)).toEqual([]);
    expect(await foundButton().count()).toBe(0);

    await recordFor(page, 1);
    await stop(page);
    await expect.poll(async () => (await listOwn(page)).length).toBe(1);
    const [first] = await listOwn(page);
    await popup.getByRole('button', { name: words.redo }).click();
    await press(words.keep);
    expect(await listOwn(page)).toHaveLength(1);
    await popup.getByRole('button', { name: words.redo }).click();
    await page.getByRole('dialog', { name: words.redoTitle }).getByRole('button', { name: words.redoConfirm }).click();
    await expect.poll(() => recordedS(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    await expect.poll(() => listOwn(page)).toEqual([]);
    // It is stored where it ends.
    await moveTo(page, BRIDGE);
    await stop(page);
    await popup.getByLabel(dropStrings.name).fill('Refait');
    await saveButton(popup).click();
    await page.getByText(dropStrings.saved).waitFor();
    // The notice that offers it passes.
    await popup.waitFor({ state: 'detached' });
    const player = page.getByRole('region', { name: listenStrings.player });
    await press(dropStrings.listen);
    await player.waitFor();
    const [second, ...others] = await listOwn(page);
    expect(others).toEqual([]);
    expect(second?.id).not.toBe(first?.id);
    expect(second).toMatchObject({ feature: { coordinates: BRIDGE } });
    expect(second).not.toHaveProperty('draft');

    // The screen that it runs on is left.
    await recordFor(page, 1);
    // What is heard would be recorded.
    expect(await player.count()).toBe(0);
    await visit(page, paths.login);
    await page.getByRole('heading', { name: strings.login.title }).waitFor();
    await page.goBack();
    await popup.getByLabel(dropStrings.name).fill('En partant');
    await saveButton(popup).click();
    await expect.poll(() => placesNamed(page, 'En partant')).toMatchObject([{ media: { data: {} } }]);
  });
});
