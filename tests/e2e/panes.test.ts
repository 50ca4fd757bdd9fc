import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { encode } from 'uqr';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { QUIET_MODULES } from '../../app/features/invite/qr/qr-shape.ts';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { walkStrings } from '../../app/words/listen/walk.ts';
import { mapStrings } from '../../app/words/map.ts';
import { mapPanes } from '../../app/words/maps/map-panes.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { privilegeStrings } from '../../app/words/maps/privileges.ts';
import { sharingStrings } from '../../app/words/maps/sharing.ts';
import { shortcutStrings } from '../../app/words/shortcuts.ts';
import { strings } from '../../app/words/strings.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhone, openPhoneWithoutMap, PHONE, sharedBrowser } from '../support/browser.ts';
import { addMember, makeParcours, makePlace, type Person, setRole, signUpAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { isAt, leaveWelcome, mapReady, openPane, swipe } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const { info, members, sharing, invitations, tools } = mapPanes;

describe('the three panes', () => {
  let server: TestServer;
  let browser: Browser;
  let people = 0;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
  });
  afterEach(closePhones);
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  async function makePerson(name: string, role: 'user' | 'admin'): Promise<Person> {
    people += 1;
    return signUpAs(server, `${name} ${people}`, role);
  }

  /** Somebody's phone at the map's address; what stands in the other panes needs no map to be drawn. */
  async function openPanes(person: Person, mapId: ParcoursId, open = openPhoneWithoutMap): Promise<Page> {
    const storageState = loggedInStorage(server.origin, person, { selectedParcours: `[${mapId}]` });
    const page = await (await open(browser, server.origin, QUAY, { storageState })).newPage();
    await page.goto('/home');
    return page;
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const isPane = (page: Page, name: string) => page.getByRole('tab', { name, selected: true }).waitFor();

  it('shows others the name, description and image that an admin gave the map', async () => {
    const owner = await makePerson('Ana', 'admin');
    const reader = await makePerson('Bruno', 'user');
    const mapId = await makeParcours(server.origin, owner, 'Le quai');
    await addMember(server.origin, owner, mapId, reader, 'guest');
    const page = await openPanes(owner, mapId);
    const other = await openPanes(reader, mapId);
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

    // Neither another pane nor another screen in between loses what was typed.
    await openPane(page, paneStrings.map);
    await openPane(page, paneStrings.info);
    expect(await page.getByLabel(info.name).inputValue()).toBe('Les quais de nuit');

    await press(page, info.save);
    await page.getByText(info.saved).waitFor();
    await page.getByRole('heading', { name: 'Les quais de nuit', level: 1 }).waitFor();

    await openPane(other, paneStrings.map);
    await openPane(other, paneStrings.info);
    await other.getByRole('heading', { name: 'Les quais de nuit', level: 1 }).waitFor();
    await other.getByText('Des voix au bord de l’eau.').waitFor();
    const image = other.locator('article > img');
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(512);
  });

  it("lets an admin change a member's privilege and remove them, but not the last admin's", async () => {
    const owner = await makePerson('Ana', 'admin');
    const member = await makePerson('Bruno', 'user');
    const mapId = await makeParcours(server.origin, owner, 'Le quai');
    await addMember(server.origin, owner, mapId, member, 'drop');
    const page = await openPanes(owner, mapId);
    await openPane(page, paneStrings.info);
    await chooseAct(page, owner, members.setPrivilege);
    await page.getByRole('radio', { name: privilegeStrings.guest }).click();
    await press(page, strings.app.save);
    await page.getByRole('dialog').getByRole('alert').getByText(strings.errors.lastAdmin).waitFor();
    await press(page, strings.app.close);

    await chooseAct(page, member, members.setPrivilege);
    await page.getByRole('radio', { name: privilegeStrings.editor }).click();
    await press(page, strings.app.save);
    const row = page.getByRole('listitem').filter({ hasText: member.user.name });
    await row.getByText(privilegeStrings.editor).waitFor();
    // Whose account holds the tools back.
    const { listen, drop } = members.acts;
    await row
      .getByRole('status')
      .getByText(members.mayNow(member.user.name, [listen, drop]))
      .waitFor();

    await chooseAct(page, member, members.remove);
    await press(page, members.removal('').confirm);
    await page.getByText(members.removed(member.user.name)).waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByText(parcoursStrings.members(1), { exact: true }).waitFor();

    const left = await (
      await openPhoneWithoutMap(browser, server.origin, QUAY, { storageState: loggedInStorage(server.origin, member) })
    ).newPage();
    await left.goto('/home/parcours');
    await left.getByText(parcoursStrings.empty).or(left.getByText(parcoursStrings.emptyHint)).first().waitFor();
    expect(await left.getByText('Le quai').count()).toBe(0);
  });

  async function chooseAct(page: Page, { user }: Person, act: string): Promise<void> {
    await press(page, members.options(user.name));
    await page.getByRole('menuitem', { name: act }).click();
  }

  it('invites by a link and by its QR code, until the invitation is revoked', async () => {
    const owner = await makePerson('Ana', 'admin');
    const mapId = await makeParcours(server.origin, owner, 'Le quai');
    const page = await openPanes(owner, mapId);
    await openPane(page, paneStrings.settings);
    await page.getByText(invitations.none).waitFor();
    await page.getByRole('radio', { name: privilegeStrings.drop }).click();
    await press(page, paneStrings.makeLink);
    const link = await page.getByLabel(paneStrings.link).inputValue();
    expect(link).toContain(`${server.origin}/invite?token=`);
    await press(page, paneStrings.copy);
    await press(page, paneStrings.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const whatsapp = page.getByRole('link', { name: sharing.targets.whatsapp });
    expect(await whatsapp.getAttribute('href')).toContain(encodeURIComponent(link));
    expect([await whatsapp.getAttribute('target'), await whatsapp.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);

    await press(page, sharing.qr);
    const code = page.getByRole('img', { name: sharingStrings.qrTitle('Le quai', 'drop') });
    const readCode = () => readModules(page, sharingStrings.qrTitle('Le quai', 'drop'));
    await code.waitFor();
    expect(await readCode()).toEqual(encode(link, { ecc: 'M', border: QUIET_MODULES }).data);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: sharingStrings.qrPng }).click();
    expect((await download).suggestedFilename()).toBe('invitation-le-quai.png');
    await page.keyboard.press('Escape');

    const joiner = await makePerson('Bruno', 'user');
    const joined = await follow(link, joiner);
    await isAt(joined, '/home/parcours');
    await leaveWelcome(joined);
    await joined.getByRole('button', { name: parcoursStrings.stopListening('Le quai') }).waitFor();

    await press(page, invitations.revokeOne('drop', owner.user.name));
    await page.getByRole('alertdialog').getByRole('button', { name: invitations.revocation.confirm }).click();
    await page.getByText(invitations.revoked).waitFor();
    await page.getByText(invitations.none).waitFor();
    // The link that is dead now is not shown any more; the next one is another.
    await press(page, paneStrings.makeLink);
    expect(await page.getByLabel(paneStrings.link).inputValue()).not.toBe(link);
    const late = await follow(link, await makePerson('Chloé', 'user'));
    await late.getByRole('alert').getByText(strings.errors.inviteRevoked).waitFor();
  });

  async function follow(link: string, person: Person): Promise<Page> {
    const storageState = loggedInStorage(server.origin, person);
    const page = await (await openPhoneWithoutMap(browser, server.origin, QUAY, { storageState })).newPage();
    await page.goto(link);
    return page;
  }

  it('turns by a swipe at the map’s edges, on the bar below and anywhere on the others; a drag of the map moves the map', async () => {
    const owner = await makePerson('Ana', 'user');
    const page = await openPanes(owner, await makeParcours(server.origin, owner, 'Le quai'), openPhone);
    await mapReady(page);
    const shot = () => page.screenshot({ clip: { x: 40, y: 300, width: 300, height: 200 } });
    await expect.poll(async () => (await shot()).equals(await shot())).toBe(true);
    const still = await shot();
    await swipe(page, [300, 400], [120, 410]);
    await expect.poll(async () => (await shot()).equals(still)).toBe(false);
    await isPane(page, paneStrings.map);

    await expect.poll(async () => (await shot()).equals(await shot())).toBe(true);
    const moved = await shot();
    await swipe(page, [386, 400], [250, 410]);
    await isPane(page, paneStrings.settings);
    // There is nothing further on.
    await swipe(page, [300, 400], [100, 400]);
    await isPane(page, paneStrings.settings);
    await swipe(page, [100, 400], [300, 400]);
    await isPane(page, paneStrings.map);
    // What turned the pane did not move the map behind it.
    await expect.poll(async () => (await shot()).equals(moved)).toBe(true);
    await swipe(page, [4, 400], [120, 400]);
    await isPane(page, paneStrings.info);
    // Down is for scrolling.
    await swipe(page, [200, 300], [150, 500]);
    await isPane(page, paneStrings.info);
    await swipe(page, [300, 815], [100, 815]);
    await isPane(page, paneStrings.map);
    await swipe(page, [300, 815], [100, 815]);
    await isPane(page, paneStrings.settings);
  });

  it('stand beside the map on a wide screen, one at a time, as the list of places does', async () => {
    const owner = await makePerson('Ana', 'admin');
    const mapId = await makeParcours(server.origin, owner, 'Le quai');
    for (const name of ['Le pont', 'Le banc']) await makePlace(server.origin, owner, mapId, name);
    const page = await openPanes(owner, mapId);
    await page.setViewportSize({ width: 1280, height: 800 });
    const map = page.getByRole('region', { name: mapStrings.noMap });
    const list = page.getByRole('complementary', { name: mapStrings.placeList });
    const title = page.getByRole('heading', { name: 'Le quai', level: 1 });
    const settings = page.getByRole('heading', { name: paneStrings.settingsTitle });
    const widths = async () => {
      const { x = 0, width = 0 } = (await map.boundingBox()) ?? {};
      return [Math.round(x), Math.round(x + width)];
    };
    const isClean = async (what: string) => expect(await faultsInBothLooks(page), what).toEqual([]);
    await expect.poll(widths).toEqual([0, 1280]);
    await openPane(page, paneStrings.info);
    await title.waitFor();
    await expect.poll(widths).toEqual([400, 1280]);
    await isClean('information beside the map');

    // The map is in use as ever: its list comes where the information was.
    await press(page, mapStrings.placeList);
    await list.getByRole('heading', { name: mapStrings.placeList }).waitFor();
    await isPane(page, paneStrings.map);
    await expect.poll(widths).toEqual([400, 1280]);
    expect(await title.count()).toBe(0);
    await list.getByRole('button', { name: 'Le banc' }).click();
    const player = page.getByRole('region', { name: listenStrings.player });
    await player.getByRole('heading', { name: 'Le banc' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await player.getByRole('heading', { name: 'Le pont' }).waitFor();
    await isClean('the list beside the map');

    await openPane(page, paneStrings.settings);
    await settings.waitFor();
    expect(await list.count()).toBe(0);
    await expect.poll(widths).toEqual([0, 880]);
    await press(page, shortcutStrings.title);
    await page.getByRole('dialog', { name: shortcutStrings.title }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settings.click();
    await page.keyboard.press('Escape');
    await isPane(page, paneStrings.map);
    await expect.poll(widths).toEqual([0, 1280]);

    // On a phone they take the map's place again.
    await page.setViewportSize(PHONE);
    await openPane(page, paneStrings.info);
    await title.waitFor();
    expect(await page.getByRole('button', { name: shortcutStrings.title }).count()).toBe(0);
    await page.locator('[inert]').filter({ has: map }).waitFor({ state: 'attached' });
  });

  it.each(['100%', '200%'])('hold long names on the smallest phone with text of %s', async (textSize) => {
    const owner = await makePerson('Maximilien-Alexandre-Barthélémy', 'admin');
    const long = 'Wolfeschlegelsteinhausenbergerdorff';
    const member = await makePerson(long, 'user');
    const mapId = await makeParcours(server.origin, owner, `${long} ${long}`);
    await addMember(server.origin, owner, mapId, member, 'editor');
    await makePlace(server.origin, owner, mapId, `${long}, ${long}`);
    const page = await openPanes(owner, mapId);
    await page.setViewportSize({ width: 320, height: 568 });
    // A window that has just shrunk is laid out anew before long.
    const holds = (what: string) => expect.poll(() => page.evaluate(listWide, textSize), { message: what }).toEqual([]);

    await openPane(page, paneStrings.info);
    await page.getByText(member.user.name, { exact: true }).waitFor();
    await holds('members');
    await openPane(page, paneStrings.settings);
    await press(page, paneStrings.makeLink);
    await page.getByRole('button', { name: invitations.revokeOne('editor', owner.user.name) }).waitFor();
    await holds('invitations');
    await openPane(page, paneStrings.map);
    await press(page, mapStrings.placeList);
    await page.getByRole('dialog').getByText(long).first().waitFor();
    await holds('places');
    for (const path of ['/home/drops', '/home/parcours']) {
      await page.goto(path);
      await page.getByRole('main').getByText(long).first().waitFor();
      await holds(path);
    }
  });

  it('follow a role that is given and taken away while they are open', async () => {
    const owner = await makePerson('Ana', 'user');
    const mapId = await makeParcours(server.origin, owner, 'Le quai');
    const page = await openPanes(owner, mapId);
    await openPane(page, paneStrings.settings);
    await page.getByRole('switch', { name: walkStrings.autoplay }).waitFor();
    const editorTools = page.getByRole('switch', { name: tools.editorTools });
    expect(await editorTools.count()).toBe(0);
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await setRole(server, owner, 'editor');
    await look();
    await editorTools.waitFor();
    await setRole(server, owner, 'user');
    await look();
    await editorTools.waitFor({ state: 'detached' });
  });

  it('have no fault that axe finds in either look', async () => {
    const owner = await makePerson('Ana', 'admin');
    const member = await makePerson('Bruno', 'user');
    const mapId = await makeParcours(server.origin, owner, 'Le quai');
    await addMember(server.origin, owner, mapId, member, 'drop');
    const page = await openPanes(owner, mapId, openPhone);
    await mapReady(page);
    const isClean = async (what: string) => expect(await faultsInBothLooks(page), what).toEqual([]);
    await openPane(page, paneStrings.info);
    await page.getByText(member.user.name, { exact: true }).waitFor();
    await isClean('information');
    await press(page, members.portrait(member.user.name));
    await page.getByRole('dialog').waitFor();
    await isClean('a portrait');
    await page.keyboard.press('Escape');
    await press(page, members.options(member.user.name));
    await page.getByRole('menu').waitFor();
    await isClean('the acts on a member');
    await page.getByRole('menuitem', { name: members.setPrivilege }).click();
    await page.getByRole('dialog').waitFor();
    await isClean('the privileges');
    await page.keyboard.press('Escape');
    await press(page, info.edit);
    await page.getByLabel(info.name).fill('');
    await press(page, info.save);
    await page.getByRole('alert').waitFor();
    await isClean('an edit with a fault');
    await press(page, info.cancel);
    await page.getByRole('alertdialog').waitFor();
    await isClean('an edit to be given up');
    await press(page, info.discard.confirm);
    await openPane(page, paneStrings.settings);
    await page.getByRole('switch', { name: tools.editorTools }).click();
    await press(page, paneStrings.makeLink);
    await page.getByLabel(paneStrings.link).waitFor();
    await isClean('the settings');
    await press(page, sharing.qr);
    await page.getByRole('dialog').waitFor();
    await isClean('a QR code');
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
    const isRead = element.matches('button, a, p, span, h1, h2, h3, li, dt, dd, input, label');
    return isRead && width > 1 && (right > innerWidth + 1 || left < -1);
  });
  return [...scrolls, ...beyond].map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent}`);
}

/** Reads the modules off the QR code on the screen: dark where the middle of a module is painted. */
function readModules(page: Page, name: string): Promise<boolean[][]> {
  return page.getByRole('img', { name }).evaluate((svg: SVGSVGElement) => {
    const [, dark] = svg.querySelectorAll('path');
    const side = svg.viewBox.baseVal.width;
    const isDark = (x: number, y: number) => dark?.isPointInFill(new DOMPoint(x + 0.5, y + 0.5)) ?? false;
    return Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) => isDark(x, y)));
  });
}
