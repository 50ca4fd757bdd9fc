import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { guestStrings, visitEnded } from '../../app/account/guests-words.ts';
import { roleStrings } from '../../app/account/roles/roles-words.ts';
import { sharingStrings } from '../../app/parcours/invite/sharing-words.ts';
import { paneStrings, parcoursPanes } from '../../app/parcours/panes-words.ts';
import { parcoursNameStrings } from '../../app/parcours/parcours-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { nearbyStrings } from '../../app/walk/nearby/nearby-words.ts';
import { welcomeStrings } from '../../app/welcome/welcome-words.ts';
import type { ParcoursId, Privilege } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { closesByEscape, missedByTab, screenFaults } from '../support/layout-faults.ts';
import { addMember, makeParcours, type Person, signUp, signUpAs } from '../support/people.ts';
import { type PhoneOptions, usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { openPane, visit } from './steps.ts';

const DEMO_MAP = 'Île de la Cité';
const THERE: [number, number] = [2.34225, 48.85652];
const LYON: [number, number] = [4.8357, 45.764];

/**
 * The screens that a link leads to, and those that a link is made on: axe, all sizes and twice the text, the Tab key. What they
 * need of a map is its name, so none is drawn.
 */
describe('nobody is kept from', () => {
  const server = useServer({ DEMO: '1' });
  const open = usePhones(server);
  let owner: Person;
  let parcoursId: ParcoursId;

  beforeAll(async () => {
    owner = await signUpAs(server, 'Ana', 'admin');
    parcoursId = await makeParcours(server.origin, owner, 'Le quai');
    const noe = await signUp(server.origin, 'Noé');
    await addMember(server.origin, owner, parcoursId, noe, 'editor');
    await call(
      server.origin,
      'requestRole',
      { body: { role: 'editor', words: 'Pour le quai.', mapId: parcoursId } },
      noe.token,
    );
    const lea = await signUp(server.origin, 'Léa');
    await call(server.origin, 'requestRole', { body: { role: 'editor', words: '' } }, lea.token);
    const invite = await makeInvite('guest', 'Classe de 5e B');
    for (let guests = 0; guests < 3; guests++) {
      await call(server.origin, 'visit', { body: { token: invite.token, key: String(guests).padStart(32, 'k') } });
    }
    await makeInvite('drop', 'Atelier radio');
  });

  const makeInvite = (privilege: Privilege, label: string | null = null) =>
    call(server.origin, 'createInvite', { body: { mapId: parcoursId, privilege, label } }, owner.token);

  const openDemo = (browser: PhoneOptions['browser'] = {}) =>
    open(server.demo?.guestLink ?? 'no guest link', { position: LYON, browser });

  /** What is wrong with the screen as it stands, in both looks, at each size and text size, and by the Tab key. */
  async function faultsOf(page: Page, widths: Parameters<typeof screenFaults>[1] = {}): Promise<string[]> {
    const faults = await screenFaults(page, widths);
    return [...faults, ...(await missedByTab(page)).map((stop) => `Tab does not show ${stop}`)];
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('the welcome far away, the maps that the map’s name leads to, and what follows where the position is refused', async () => {
    const page = await openDemo();
    await page.getByText(welcomeStrings.stories(13), { exact: true }).waitFor();
    await page
      .getByRole('main')
      .getByText(/Le parcours est à/)
      .waitFor();
    // The loading screen of a first visit is over.
    await page.getByText(strings.shell.loading).waitFor({ state: 'detached' });
    expect(await faultsOf(page)).toEqual([]);
    await press(page, welcomeStrings.listen);
    const name = parcoursNameStrings.change(DEMO_MAP);
    await press(page, name);
    await page.getByRole('dialog', { name: parcoursNameStrings.title }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await closesByEscape(page, name);

    const refused = await openDemo({ permissions: [] });
    await press(refused, welcomeStrings.listen);
    await refused.getByRole('dialog').getByRole('button', { name: nearbyStrings.listenFromHere }).waitFor();
    expect(await faultsOf(refused)).toEqual([]);
  });

  it('the welcome with a picture, the reason why an invitation needs an account, and the end of a visit', async () => {
    const image = await readFile(new URL('../../app/public/icons/icon-512.png', import.meta.url));
    const input = { params: { mapId: parcoursId }, fields: {}, file: new Blob([image], { type: 'image/png' }) };
    const { image_url } = await call(server.origin, 'uploadParcoursImage', input, owner.token);
    const body = { name: 'Le quai', description: 'Pas à pas', image_url };
    await call(server.origin, 'updateParcours', { params: { mapId: parcoursId }, body }, owner.token);
    const page = await open((await makeInvite('guest')).link, { position: THERE });
    await page.locator('main img[src^="/v1/image/"]').waitFor();
    await page.getByText(strings.shell.loading).waitFor({ state: 'detached' });
    expect(await faultsOf(page)).toEqual([]);
    await visit(page, (await makeInvite('drop')).link);
    await page.getByRole('heading', { name: guestStrings.needed }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(() => localStorage.setItem('token', `header.${btoa('{"exp":1}')}.signature`));
    await page.goto('/home');
    await page.getByRole('heading', { name: visitEnded.title }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('the requests, open and answered, the members with their guests, the invitations, and the QR code of one', async () => {
    const page = await open('/home/requests', { person: owner, stored: { selectedParcours: `[${parcoursId}]` } });
    const words = roleStrings.requests;
    await press(page, words.grantOne('Noé'));
    await page.getByText(words.granted('Noé')).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await press(page, words.refuseOne('Léa'));
    await page.getByRole('dialog', { name: words.refusal('Léa') }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await closesByEscape(page, words.refuseOne('Léa'));

    await visit(page, '/home');
    await openPane(page, paneStrings.info);
    await page.getByText(/\d\sinvités/).waitFor();
    expect(await faultsOf(page, { maxWidth: 768 })).toEqual([]);
    await openPane(page, paneStrings.settings);
    await page.getByText('Classe de 5e B', { exact: true }).waitFor();
    expect(await faultsOf(page, { maxWidth: 768 })).toEqual([]);
    await press(page, sharingStrings.showLinkOf('Classe de 5e B'));
    const sheet = page.getByRole('dialog', { name: sharingStrings.showLinkOf('Classe de 5e B') });
    await sheet.getByRole('button', { name: parcoursPanes.sharing.qr }).click();
    await page.getByRole('dialog', { name: sharingStrings.qrTitle('Le quai', 'guest') }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor();
    await closesByEscape(page, sharingStrings.showLinkOf('Classe de 5e B'));
  });
});
