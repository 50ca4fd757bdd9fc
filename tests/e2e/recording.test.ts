import { describe, expect, it } from 'vitest';
import { paths } from '../../app/paths.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { outboxStrings } from '../../app/words/drops/outbox.ts';
import { recordStrings } from '../../app/words/drops/record.ts';
import { walkStrings } from '../../app/words/listen/walk.ts';
import { locationStrings } from '../../app/words/location.ts';
import { strings } from '../../app/words/strings.ts';
import { faultsOn } from '../support/axe.ts';
import { openBrowserWithMicrophone } from '../support/browser.ts';
import {
  openMap,
  placesNamed,
  recordFor,
  saveButton,
  stageRecordings,
  stop,
} from '../support/microphone/recording-stage.ts';
import { addMember, setRole, signUp } from '../support/people.ts';
import { listOwn, mapScreenReady, moveTo, recordedS } from './steps.ts';

const BRIDGE: [number, number] = [2.3425, 48.8579];
const words = recordStrings;

describe('a recording', () => {
  const stage = stageRecordings(1);
  const { openPhoneOf } = stage;

  it('can be put aside, taken up again and discarded, which leaves nothing', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    await recordFor(page, 1);
    const popup = await stop(page);
    await expect.poll(() => saveButton(popup).isEnabled()).toBe(true);
    await popup.getByLabel(dropStrings.name).fill('Plus tard');
    await popup.getByRole('button', { name: strings.app.close }).click();
    await page.getByRole('button', { name: words.later }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.reload();
    await page.getByRole('button', { name: words.found }).click();
    const found = page.getByRole('dialog', { name: words.found });
    expect(await found.getByLabel(dropStrings.name).inputValue()).toBe('Plus tard');
    await found.getByRole('button', { name: dropStrings.play }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.discard }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => placesNamed(page, 'drop')).toEqual([]);
    await page.reload();
    await mapScreenReady(page);
    await page.getByRole('button', { name: words.start }).waitFor();
    expect(await page.getByRole('button', { name: words.found }).count()).toBe(0);
  });

  it('can be saved as soon as it is kept with its place, and makes one only where its answer was lost', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    let refuse = (): void => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    let isFirst = true;
    await page.route('**/v1/place/places', async (route) => {
      await refused;
      // The first reaches the server all the same: only the answer is lost.
      if (isFirst) await route.fetch();
      isFirst = false;
      await route.abort('connectionreset');
    });
    await recordFor(page, 1);
    await moveTo(page, BRIDGE);
    const popup = await stop(page);
    await popup.getByRole('button', { name: dropStrings.play }).waitFor();
    await popup.getByText(outboxStrings.phases.creating).waitFor();
    await expect.poll(() => saveButton(popup).isEnabled()).toBe(true);
    expect(await faultsOn(page)).toEqual([]);
    refuse();
    await popup.getByText(outboxStrings.offline).waitFor();
    // It is tried by itself too, which takes the button away for as long.
    await popup.getByRole('button', { name: outboxStrings.retryNow }).click();
    await page.unroute('**/v1/place/places');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    const made = await placesNamed(page, 'drop');
    expect(made).toMatchObject([{ feature: { coordinates: BRIDGE }, media: { data: {} } }]);
  });

  it('that could not be sent is sent again by itself, to the same place', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    await page.route('**/v1/drop/upload/*', (route) => route.abort('connectionreset'));
    await recordFor(page, 1);
    const popup = await stop(page);
    await popup.getByText(outboxStrings.offline).waitFor();
    await page.unroute('**/v1/drop/upload/*');
    await popup.getByLabel(dropStrings.name).fill('Deux fois');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    expect(await placesNamed(page, 'Deux fois')).toMatchObject([{ media: { data: {} } }]);
  });

  it('can be done again: the first one goes with its place', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    const before = (await listOwn(page)).length;
    await recordFor(page, 1);
    const popup = await stop(page);
    await expect.poll(() => saveButton(popup).isEnabled()).toBe(true);
    await expect.poll(async () => (await listOwn(page)).length).toBe(before + 1);
    const first = (await listOwn(page))[0]?.id;
    await popup.getByRole('button', { name: words.redo }).click();
    await page.getByRole('button', { name: words.keep }).click();
    expect(await listOwn(page)).toHaveLength(before + 1);
    await popup.getByRole('button', { name: words.redo }).click();
    await page.getByRole('dialog', { name: words.redoTitle }).getByRole('button', { name: words.redo }).click();

    await expect.poll(() => recordedS(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    await expect.poll(async () => (await listOwn(page)).length).toBe(before);
    expect((await listOwn(page)).map(({ id }) => id)).not.toContain(first);
    const second = await stop(page);
    await saveButton(second).click();
    await page.getByText(words.saved).waitFor();
    expect(await listOwn(page)).toHaveLength(before + 1);
    expect((await listOwn(page))[0]).not.toHaveProperty('draft');
  });

  it('closed for good takes its place along, but a stray tap beside the popup does not', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    const before = (await listOwn(page)).length;
    await recordFor(page, 1);
    const popup = await stop(page);
    await expect.poll(async () => (await listOwn(page)).length).toBe(before + 1);
    // A draft: nobody else has heard of it.
    const [draft] = await listOwn(page);
    expect(draft).toMatchObject({ draft: true });
    expect((await placesNamed(page, 'drop')).map(({ id }) => id)).not.toContain(draft?.id);
    await page.mouse.click(200, 40);
    await page.getByRole('button', { name: words.keep }).click();
    expect(await listOwn(page)).toHaveLength(before + 1);
    await popup.getByRole('button', { name: strings.app.close }).click();
    await page.getByRole('button', { name: words.discard }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => (await listOwn(page)).length).toBe(before);
    expect(await page.getByRole('button', { name: words.found }).count()).toBe(0);
  });

  it('goes to its place without its session when the server does not know that any more', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    const lost = { sessionId: crypto.randomUUID() };
    await page.route('**/v1/drop/start-recording', (route) => route.fulfill({ json: lost }), { times: 1 });
    const refusal = page.waitForResponse(`**/v1/drop/upload/${lost.sessionId}`);
    await recordFor(page, 1);
    const popup = await stop(page);
    expect((await refusal).status()).toBe(404);
    await popup.getByLabel(dropStrings.name).fill('Session perdue');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    expect(await placesNamed(page, 'Session perdue')).toMatchObject([{ media: { data: {} } }]);
  });

  it('ends, and is kept, where its author goes on to a screen that could not stop it', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    await recordFor(page, 1);
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, paths.login);
    await page.getByRole('heading', { name: strings.login.title }).waitFor();
    await page.goBack();
    const popup = page.getByRole('dialog', { name: words.title });
    await popup.getByLabel(dropStrings.name).fill('En partant');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    expect(await placesNamed(page, 'En partant')).toMatchObject([{ media: { data: {} } }]);
  });

  it('is not to be had without a position, and guests are not offered it', async () => {
    const phone = await openPhoneOf(stage.ana);
    await phone.clearPermissions();
    const page = await openMap(phone);
    await page.getByRole('button', { name: locationStrings.later }).click();
    expect(await page.getByRole('button', { name: words.startUnplaced }).isDisabled()).toBe(true);

    const gast = await signUp(stage.origin, 'Gast');
    await addMember(stage.origin, stage.ana, stage.mapId, gast, 'drop');
    await setRole(stage.server, gast, 'guest');
    const visit = await openMap(await openPhoneOf({ ...gast, user: { ...gast.user, role: 'guest' } }));
    await visit.getByRole('button', { name: walkStrings.start }).waitFor();
    expect(await visit.getByRole('button', { name: new RegExp(words.start) }).count()).toBe(0);
  });

  it('is not begun where the microphone is refused: the reason is said, and nothing is left', async () => {
    const deaf = await openBrowserWithMicrophone(null);
    try {
      const page = await openMap(await openPhoneOf(stage.ana, deaf));
      const calls: string[] = [];
      page.on('request', (request) => calls.push(new URL(request.url()).pathname));
      await page.getByRole('button', { name: words.start }).click();
      await page.getByRole('alert').getByText(words.microphone.refused).waitFor();
      expect(calls).not.toContain('/v1/drop/start-recording');
      await page.getByRole('button', { name: strings.app.dismiss }).last().click();
      expect(await page.getByText(words.microphone.refused).count()).toBe(0);
      expect(await page.getByRole('button', { name: words.start }).isEnabled()).toBe(true);
      await page.reload();
      await mapScreenReady(page);
      expect(await page.getByRole('button', { name: words.found }).count()).toBe(0);
    } finally {
      await deaf.close();
    }
  });
});
