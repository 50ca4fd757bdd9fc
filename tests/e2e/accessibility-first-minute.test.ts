import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { guestStrings } from '../../app/words/guests/guests.ts';
import { visitEnded } from '../../app/words/guests/visit-ended.ts';
import { aboutStrings } from '../../app/words/legal/about.ts';
import { nearbyStrings } from '../../app/words/listen/nearby.ts';
import { mapNameStrings } from '../../app/words/maps/map-name.ts';
import { mapPanes } from '../../app/words/maps/map-panes.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { sharingStrings } from '../../app/words/maps/sharing.ts';
import { roleStrings } from '../../app/words/roles.ts';
import { shortcutStrings } from '../../app/words/shortcuts.ts';
import { strings } from '../../app/words/strings.ts';
import { welcomeStrings } from '../../app/words/welcome.ts';
import type { ParcoursId, Privilege } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { layoutFaults, missedByTab } from '../support/layout-faults.ts';
import { addMember, makeParcours, makePlace, type Person, signUp, signUpAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { openPane } from './steps.ts';

const DEMO_MAP = 'Île de la Cité';
const THERE: [number, number] = [2.34225, 48.85652];
const LYON: [number, number] = [4.8357, 45.764];
const DESK = { width: 1280, height: 800 };

/**
 * The screens that a link leads to, and those that a link is made on: axe, all sizes and twice the text, the Tab key. What they
 * need of a map is its name, so none is drawn.
 */
describe('nobody is kept from', () => {
  let server: TestServer;
  let owner: Person;
  let mapId: ParcoursId;

  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    owner = await signUpAs(server, 'Ana', 'admin');
    mapId = await makeParcours(server.origin, owner, 'Le quai');
    for (const name of ['Le pont', 'Le banc']) await makePlace(server.origin, owner, mapId, name);
    const noe = await signUp(server.origin, 'Noé');
    await addMember(server.origin, owner, mapId, noe, 'editor');
    await call(server.origin, 'requestRole', { body: { role: 'editor', words: 'Pour le quai.', mapId } }, noe.token);
    const lea = await signUp(server.origin, 'Léa');
    await call(server.origin, 'requestRole', { body: { role: 'editor', words: '' } }, lea.token);
    const invite = await makeInvite('guest', 'Classe de 5e B');
    for (let guests = 0; guests < 3; guests++) {
      await call(server.origin, 'visit', { body: { token: invite.token, key: String(guests).padStart(32, 'k') } });
    }
    await makeInvite('drop', 'Atelier radio');
  });
  afterEach(closePhones);
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  async function makeInvite(privilege: Privilege, label: string | null = null) {
    return call(server.origin, 'createInvite', { body: { mapId, privilege, label } }, owner.token);
  }

  async function open(path: string, at: readonly [number, number], options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await openPhoneWithoutMap(await sharedBrowser(), server.origin, at, options)).newPage();
    await page.goto(path);
    return page;
  }

  /** The page of the parcours' owner. */
  function openAsOwner(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const storageState = loggedInStorage(server.origin, owner, { selectedParcours: `[${mapId}]` });
    return open(path, THERE, { storageState, ...options });
  }

  /** What is wrong with the screen as it stands, in both looks, at each size and text size, and by the Tab key. */
  async function faultsOf(page: Page, widths: Parameters<typeof layoutFaults>[1] = {}): Promise<string[]> {
    const looks = await faultsInBothLooks(page);
    const layout = await layoutFaults(page, widths);
    const missed = await missedByTab(page);
    return [...looks, ...layout, ...missed.map((stop) => `Tab does not show ${stop}`)];
  }

  const press = (page: Page, name: string, role: 'button' | 'link' = 'button') =>
    page.getByRole(role, { name, exact: true }).click();

  /** Escape closes what is open, and the focus is where it was before. */
  async function closes(page: Page, opener: string): Promise<void> {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent))
      .toBe(opener);
  }

  /** The loading screen of a first visit is over. */
  const isLoaded = (page: Page) => expect.poll(() => page.getByText(strings.shell.loading).count()).toBe(0);

  it('the welcome, without a picture and far away, and the maps that the map’s name leads to', async () => {
    const page = await open(server.demo?.guestLink ?? 'no guest link', LYON);
    await page.getByText(welcomeStrings.stories(13), { exact: true }).waitFor();
    await page
      .getByRole('main')
      .getByText(/Le parcours est à/)
      .waitFor();
    await isLoaded(page);
    expect(await faultsOf(page)).toEqual([]);
    await press(page, welcomeStrings.listen);
    const name = mapNameStrings.change(DEMO_MAP);
    await press(page, name);
    await page.getByRole('dialog', { name: mapNameStrings.title }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await closes(page, name);
  });

  it('the welcome with a picture, and what follows where the position is refused', async () => {
    const image = await readFile(new URL('../../app/public/icons/icon-512.png', import.meta.url));
    const input = { params: { mapId }, fields: {}, file: new Blob([image], { type: 'image/png' }) };
    const { image_url } = await call(server.origin, 'uploadParcoursImage', input, owner.token);
    const body = { name: 'Le quai', description: 'Pas à pas', image_url };
    await call(server.origin, 'updateParcours', { params: { mapId }, body }, owner.token);
    const { link } = await makeInvite('guest');
    const shown = await open(link, THERE);
    await shown.locator('main img[src^="/v1/image/"]').waitFor();
    await isLoaded(shown);
    expect(await faultsOf(shown)).toEqual([]);

    const page = await open(server.demo?.guestLink ?? 'no guest link', LYON, { permissions: [] });
    await press(page, welcomeStrings.listen);
    await page.getByRole('dialog').getByRole('button', { name: nearbyStrings.listenFromHere }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('About and the terms without an account', async () => {
    const page = await open('/home/propos', THERE);
    await page.getByText(aboutStrings.slogan).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await press(page, aboutStrings.terms, 'link');
    await page.getByRole('heading', { name: 'Objet' }).waitFor();
    expect(await layoutFaults(page)).toEqual([]);
  });

  it('the end of a visit, and the reason why an invitation needs an account', async () => {
    const page = await open((await makeInvite('guest')).link, THERE);
    await page.getByRole('heading', { name: 'Le quai' }).waitFor();
    await page.goto((await makeInvite('drop')).link);
    await page.getByRole('heading', { name: guestStrings.needed }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(() => localStorage.setItem('token', `header.${btoa('{"exp":1}')}.signature`));
    await page.goto('/home');
    await page.getByRole('heading', { name: visitEnded.title }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('the requests, open and answered', async () => {
    const page = await openAsOwner('/home/requests');
    const words = roleStrings.requests;
    await press(page, words.grantOne('Noé'));
    await page.getByText(words.granted('Noé')).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await press(page, words.refuseOne('Léa'));
    await page.getByRole('dialog', { name: words.refusal('Léa') }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await closes(page, words.refuseOne('Léa'));
  });

  it('the members with their guests, the invitations, and the QR code of one', async () => {
    const page = await openAsOwner('/home');
    await openPane(page, paneStrings.info);
    await page.getByText(/\d\sinvités/).waitFor();
    expect(await faultsOf(page, { maxWidth: 768 })).toEqual([]);
    await openPane(page, paneStrings.settings);
    await page.getByText('Classe de 5e B', { exact: true }).waitFor();
    expect(await faultsOf(page, { maxWidth: 768 })).toEqual([]);
    await press(page, sharingStrings.showLinkOf('Classe de 5e B'));
    const sheet = page.getByRole('dialog', { name: sharingStrings.showLinkOf('Classe de 5e B') });
    await sheet.getByRole('button', { name: mapPanes.sharing.qr }).click();
    await page.getByRole('dialog', { name: sharingStrings.qrTitle('Le quai', 'guest') }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor();
    await closes(page, sharingStrings.showLinkOf('Classe de 5e B'));
  });

  it('the panes beside the map on a desk, and the keyboard shortcuts', async () => {
    const page = await openAsOwner('/home', { viewport: DESK, hasTouch: false });
    await openPane(page, paneStrings.info);
    await page.getByText(/\d\sinvités/).waitFor();
    expect(await faultsOf(page, { minWidth: 1024 })).toEqual([]);
    await openPane(page, paneStrings.settings);
    await page.getByText('Classe de 5e B', { exact: true }).waitFor();
    expect(await faultsOf(page, { minWidth: 1024 })).toEqual([]);
    await press(page, shortcutStrings.title);
    const help = page.getByRole('dialog', { name: shortcutStrings.title });
    await help.waitFor();
    await closes(page, shortcutStrings.title);
    await press(page, shortcutStrings.title);
    await help.waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
