import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { paneStrings, parcoursPanes } from '../../app/parcours/panes-words.ts';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { privilegeStrings } from '../../app/parcours/privilege-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { nearbyStrings } from '../../app/walk/nearby/nearby-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { faultsInBothLooks, layoutFaults } from '../support/accessibility/page-faults.ts';
import { type PhoneOptions, usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { addMember, makeParcours, makePlace, type Person, setRole, signUpAs } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { isAt, leaveWelcome, mapReady, openPane, swipe, visit } from './steps.ts';

const { info, members, invitations, tools } = parcoursPanes;
const LYON: [number, number] = [4.8357, 45.764];
const LONG = 'Wolfeschlegelsteinhausenbergerdorff';

describe('the three panes', () => {
  const server = useServer();
  const open = usePhones(server);

  /** Somebody's phone at the map's address; what stands in the other panes needs no map to be drawn. */
  const openPanes = (person: Person, parcoursId: ParcoursId, options: PhoneOptions = {}): Promise<Page> =>
    open('/home', { person, stored: { selectedParcours: `[${parcoursId}]` }, ...options });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const isPane = (page: Page, name: string) => page.getByRole('tab', { name, selected: true }).waitFor();

  it('let an admin invite, describe, promote, remove and revoke, and the others are shown what came of it', async () => {
    const owner = await signUpAs(server, 'Ana', 'admin');
    const page = await openPanes(owner, await makeParcours(server.origin, owner, 'Le quai'));
    await openPane(page, paneStrings.settings);
    await page.getByText(invitations.none).waitFor();
    await page.getByRole('radio', { name: privilegeStrings.drop }).click();
    await press(page, paneStrings.makeLink);
    const link = await page.getByLabel(paneStrings.link).inputValue();
    expect(link).toContain(`${server.origin}/invite?token=`);
    await press(page, paneStrings.copy);
    await press(page, paneStrings.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const member = await signUpAs(server, 'Bruno', 'user');
    const other = await open(link, { person: member });
    await isAt(other, '/home/parcours');
    await leaveWelcome(other);
    await other.getByRole('button', { name: parcoursStrings.stopListening('Le quai') }).waitFor();
    await other.getByRole('link', { name: parcoursStrings.done }).click();
    await openPane(other, paneStrings.info);
    await other.getByRole('heading', { name: 'Le quai', level: 1 }).waitFor();
    await other.getByText(info.noImage).waitFor();
    expect(await other.getByRole('button', { name: info.edit, exact: true }).count()).toBe(0);

    await openPane(page, paneStrings.info);
    await press(page, info.edit);
    await page.getByLabel(info.name).fill('Les quais de nuit');
    await page.getByLabel(info.description).fill('Des voix au bord de l’eau.');
    const buffer = await readFile(new URL('../../app/public/icons/icon-512.png', import.meta.url));
    await page.getByLabel(info.chooseImage).setInputFiles({ name: 'quai.png', mimeType: 'image/png', buffer });
    await page.getByRole('img', { name: info.imagePreview }).waitFor();
    await press(page, info.save);
    await page.getByText(info.saved).waitFor();
    await page.getByRole('heading', { name: 'Les quais de nuit', level: 1 }).waitFor();
    await openPane(other, paneStrings.map);
    await openPane(other, paneStrings.info);
    await other.getByRole('heading', { name: 'Les quais de nuit', level: 1 }).waitFor();
    await other.getByText('Des voix au bord de l’eau.').waitFor();
    const image = other.locator('article > img');
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(512);

    const row = page.getByRole('listitem').filter({ hasText: member.user.name });
    await chooseAct(page, member, members.setPrivilege);
    await page.getByRole('radio', { name: privilegeStrings.editor }).click();
    await press(page, strings.app.save);
    await row.getByText(privilegeStrings.editor).waitFor();
    // Whose account holds the tools back.
    const said = members.mayNow(member.user.name, [members.acts.listen, members.acts.drop]);
    await row.getByRole('status').getByText(said).waitFor();

    await setRole(server, member, 'editor');
    const look = () => other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await openPane(other, paneStrings.settings);
    const editorTools = other.getByRole('switch', { name: tools.editorTools });
    expect(await editorTools.count()).toBe(0);
    await look();
    await editorTools.waitFor();
    await setRole(server, member, 'user');
    await look();
    await editorTools.waitFor({ state: 'detached' });

    await chooseAct(page, member, members.remove);
    await press(page, members.removal('').confirm);
    await page.getByText(members.removed(member.user.name)).waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByText(parcoursStrings.members(1), { exact: true }).waitFor();
    await visit(other, '/home/parcours');
    await other.getByText(parcoursStrings.empty).or(other.getByText(parcoursStrings.emptyHint)).first().waitFor();
    expect(await other.getByText('Les quais de nuit').count()).toBe(0);

    await openPane(page, paneStrings.settings);
    await press(page, invitations.revokeOne('drop', owner.user.name));
    await page.getByRole('alertdialog').getByRole('button', { name: invitations.revocation.confirm }).click();
    await page.getByText(invitations.revoked).waitFor();
    await page.getByText(invitations.none).waitFor();
  });

  async function chooseAct(page: Page, { user }: Person, act: string): Promise<void> {
    await press(page, members.options(user.name));
    await page.getByRole('menuitem', { name: act }).click();
  }

  it('turn by a swipe at the map’s edges, on the bar and anywhere on the others; the map shows a far parcours by a tap', async () => {
    const owner = await signUpAs(server, 'Ana', 'user');
    const parcoursId = await makeParcours(server.origin, owner, 'Le quai');
    await makePlace(server.origin, owner, parcoursId, 'Le pont');
    const page = await openPanes(owner, parcoursId, { hasMaps: true, position: LYON });
    await mapReady(page);
    const menu = page.getByRole('dialog', { name: strings.app.name });
    const card = page.getByRole('region', { name: nearbyStrings.far });
    await card.getByText(nearbyStrings.farDirection(330)).waitFor();
    await page.locator('[data-view^="4.83"]').waitFor();
    await card.getByRole('button', { name: nearbyStrings.seeParcours }).click();
    await page.locator('[data-view^="2.30"]').waitFor();

    const view = () => page.locator('[data-view]').getAttribute('data-view');
    const still = await view();
    await swipe(page, [120, 400], [300, 410]);
    await expect.poll(view).not.toBe(still);
    await isPane(page, paneStrings.map);
    const moved = await view();
    await swipe(page, [386, 400], [250, 410]);
    await isPane(page, paneStrings.settings);
    // There is nothing further on.
    await swipe(page, [300, 400], [100, 400]);
    await isPane(page, paneStrings.settings);
    await swipe(page, [100, 400], [300, 400]);
    await isPane(page, paneStrings.map);
    await swipe(page, [4, 400], [120, 400]);
    await isPane(page, paneStrings.info);
    // Down is for scrolling.
    await swipe(page, [200, 300], [150, 500]);
    await isPane(page, paneStrings.info);
    await swipe(page, [300, 815], [100, 815]);
    await isPane(page, paneStrings.map);
    await swipe(page, [4, 400], [120, 400]);
    await isPane(page, paneStrings.info);
    // The menu is beyond the first.
    expect(await menu.count()).toBe(0);
    await swipe(page, [150, 500], [260, 500]);
    await menu.waitFor();
    // What turned the pane did not move the map behind it.
    expect(await view()).toBe(moved);
  });

  it('stand beside the map on a wide screen, one at a time, as the list does, and hold long names on the smallest phone', async () => {
    const owner = await signUpAs(server, 'Maximilien-Alexandre-Barthélémy', 'admin');
    const member = await signUpAs(server, LONG, 'user');
    const parcoursId = await makeParcours(server.origin, owner, 'Le quai');
    await addMember(server.origin, owner, parcoursId, member, 'editor');
    const invite = { mapId: parcoursId, privilege: 'guest' as const, label: 'Classe de 5e B' };
    await call(server.origin, 'createInvite', { body: invite }, owner.token);
    for (const name of [`${LONG}, ${LONG}`, 'Le pont', 'Le banc'])
      await makePlace(server.origin, owner, parcoursId, name);
    const page = await openPanes(owner, parcoursId, {
      browser: { viewport: { width: 1280, height: 800 }, hasTouch: false },
    });
    const map = page.getByRole('region', { name: mapStrings.noMap });
    const list = page.getByRole('complementary', { name: mapStrings.placeList });
    const info = page.getByRole('tabpanel', { name: paneStrings.info });
    const title = info.getByRole('heading', { name: 'Le quai', level: 1 });
    const settings = page.getByRole('heading', { name: paneStrings.settingsTitle });
    const widths = async () => {
      const { x = 0, width = 0 } = (await map.boundingBox()) ?? {};
      return [Math.round(x), Math.round(x + width)];
    };
    const isClean = async () => expect(await layoutFaults(page, { minWidth: 1024 })).toEqual([]);
    await expect.poll(widths).toEqual([100, 1280]);
    await openPane(page, paneStrings.info);
    await title.waitFor();
    await expect.poll(widths).toEqual([500, 1280]);
    await isClean();

    // The map is in use as ever: its list comes where the information was.
    await press(page, mapStrings.placeList);
    await list.getByRole('heading', { name: mapStrings.placeList }).waitFor();
    await isPane(page, paneStrings.map);
    await expect.poll(widths).toEqual([500, 1280]);
    expect(await title.count()).toBe(0);
    await list.getByRole('button', { name: 'Le banc' }).click();
    const player = page.getByRole('region', { name: listenStrings.player });
    await player.getByRole('heading', { name: 'Le banc' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await player.getByRole('heading', { name: 'Le pont' }).waitFor();
    expect(await faultsInBothLooks(page)).toEqual([]);

    await openPane(page, paneStrings.settings);
    await settings.waitFor();
    await page.getByText('Classe de 5e B', { exact: true }).waitFor();
    expect(await list.count()).toBe(0);
    await expect.poll(widths).toEqual([100, 880]);
    await isClean();

    // On a phone they take the map’s place again, with text of normal and of twice its size.
    const renamed = { name: `${LONG} ${LONG}`, description: 'Un quai' };
    await call(server.origin, 'updateParcours', { params: { mapId: parcoursId }, body: renamed }, owner.token);
    await page.setViewportSize({ width: 320, height: 568 });
    const holds = async (what: string) => {
      // A window whose text has just grown is laid out anew before long.
      for (const size of ['200%', '100%'])
        await expect.poll(() => page.evaluate(listWide, size), { message: `${what}, text of ${size}` }).toEqual([]);
    };
    await openPane(page, paneStrings.info);
    await page.getByText(member.user.name, { exact: true }).waitFor();
    await page.getByRole('heading', { name: renamed.name, level: 1 }).waitFor();
    await holds('members');
    await openPane(page, paneStrings.settings);
    await press(page, paneStrings.makeLink);
    await page.getByRole('button', { name: invitations.revokeOne('editor', owner.user.name) }).waitFor();
    await holds('invitations');
    await openPane(page, paneStrings.map);
    await press(page, mapStrings.placeList);
    await page.getByRole('dialog').getByText(LONG).first().waitFor();
    await holds('places');
    await page.keyboard.press('Escape');
    for (const path of ['/home/drops', '/home/parcours']) {
      await visit(page, path);
      await page.getByRole('main').getByText(LONG).first().waitFor();
      await holds(path);
    }
  });
});

/** In the page, with text of this size: what scrolls sideways, and what is beyond the window's right edge. */
function listWide(textSize: string): string[] {
  document.documentElement.style.fontSize = textSize;
  const all = [...document.querySelectorAll('body *')];
  const scrolls = all.filter(({ scrollWidth, clientWidth }, at) => {
    const { overflowX } = getComputedStyle(all[at] as Element);
    return /auto|scroll/.test(overflowX) && clientWidth > 0 && scrollWidth > clientWidth + 1;
  });
  const beyond = all.filter((element) => {
    const { width, right, left } = element.getBoundingClientRect();
    const isRead = element.matches('button, a, p, span, h1, h2, h3, li, dt, dd, input:not([aria-hidden]), label');
    return isRead && width > 1 && (right > innerWidth + 1 || left < -1);
  });
  return [...scrolls, ...beyond].map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent}`);
}
