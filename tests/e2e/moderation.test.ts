import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suspendedStrings } from '../../app/account/suspended-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { mapStrings } from '../../app/map/map-words.ts';
import { deletedStrings } from '../../app/moderation/deleted/deleted-words.ts';
import { messageStrings } from '../../app/moderation/messages/messages-words.ts';
import { queueStrings } from '../../app/moderation/queue/queue-words.ts';
import { reportReasons, reportStrings } from '../../app/moderation/report/report-words.ts';
import { paneStrings } from '../../app/parcours/panes-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import {
  addMember,
  fixture,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { mapScreenReady, openPane, visit } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const CONTACT = 'bureau@association.example';

/** A phone for each person: each test goes on from where the one before stands. */
describe('moderation', () => {
  const server = useServer({ ASSOCIATION_CONTACT: CONTACT });
  let admin: Person;
  let owner: Person;
  let author: Person;
  let listener: Person;
  let parcoursId: ParcoursId;
  let placeId: PlaceId;
  let deletedId: PlaceId;
  let desk: Page;
  let drops: Page;

  beforeAll(async () => {
    admin = await signUpAs(server, 'Admin', 'admin');
    owner = await signUpAs(server, 'Olga', 'user');
    author = await signUp(server.origin, 'Ana');
    listener = await signUp(server.origin, 'Louis');
    parcoursId = await makeParcours(server.origin, owner, 'Les quais');
    for (const person of [author, listener]) await addMember(server.origin, owner, parcoursId, person, 'drop');
    placeId = await makePlace(server.origin, author, parcoursId, 'Le pont');
    await upload(server.origin, author, placeId, await fixture('conforming-mono.wav'));
    deletedId = await makePlace(server.origin, author, parcoursId, 'La grue');
    await call(server.origin, 'deletePlace', { params: { placeId: deletedId } }, author.token);
    const byOwner = await makePlace(server.origin, author, parcoursId, 'La dalle');
    await call(server.origin, 'deletePlace', { params: { placeId: byOwner } }, owner.token);
    const { user } = await signUp(server.origin, 'Sacha');
    const body = { suspended: true, words: 'Menaces' };
    await call(server.origin, 'setSuspension', { params: { userId: user.id }, body }, admin.token);
  });
  afterAll(closePhones);

  async function open(person: Person, path: string, stored: Readonly<Record<string, string>> = {}): Promise<Page> {
    const storageState = loggedInStorage(server.origin, person, { selectedParcours: `[${parcoursId}]`, ...stored });
    const phone = await openPhoneWithoutMap(await sharedBrowser(), server.origin, QUAY, { storageState });
    const page = await phone.newPage();
    await page.goto(path);
    return page;
  }

  /** What came meanwhile is there once the page is looked at again. */
  const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const isOnMap = async (placeId: PlaceId): Promise<boolean> => {
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, listener.token);
    return places.some(({ id }) => id === placeId);
  };

  it('leads from a report over the queue to the author, whose answer comes back to the queue', async () => {
    const walk = await open(listener, '/home');
    await mapScreenReady(walk);
    await press(walk, mapStrings.placeList);
    await walk.getByRole('dialog').getByRole('button', { name: 'Le pont' }).click();
    await press(walk, reportStrings.place('Le pont'));
    const sheet = walk.getByRole('dialog', { name: reportStrings.place('Le pont') });
    await sheet.getByRole('button', { name: reportStrings.send }).click();
    await sheet.getByRole('alert').getByText(reportStrings.missing).waitFor();
    await sheet.getByRole('radio', { name: reportReasons.hate.label }).click();
    await sheet.getByLabel(reportStrings.words).fill('Des insultes.');
    await sheet.getByRole('button', { name: reportStrings.send }).click();
    await walk.getByText(reportStrings.sent).waitFor();
    // The whole map is reported from its information.
    await openPane(walk, paneStrings.info);
    await press(walk, reportStrings.map);
    const ofMap = walk.getByRole('dialog', { name: reportStrings.mapTitle('Les quais') });
    await ofMap.getByRole('radio', { name: reportReasons.other.label }).click();
    await ofMap.getByRole('button', { name: reportStrings.send }).click();
    await ofMap.waitFor({ state: 'detached' });

    desk = await open(admin, '/home/signalements');
    await desk.getByText('Des insultes.').waitFor();
    await desk.getByRole('button', { name: queueStrings.actOn(queueStrings.acts.unsuspend, 'Sacha') }).waitFor();
    await press(desk, queueStrings.more('Les quais'));
    await desk.getByRole('menuitem', { name: queueStrings.openMap }).click();
    const map = desk.getByRole('dialog', { name: 'Les quais' });
    await map.getByLabel(queueStrings.listen('Le pont')).waitFor();
    await map.getByRole('button', { name: strings.app.close }).click();
    await press(desk, queueStrings.actOn(queueStrings.acts.dismiss, 'Les quais'));
    await desk.getByRole('dialog').getByRole('button', { name: queueStrings.acts.dismiss }).click();
    await desk.getByText(queueStrings.done.dismiss('Les quais')).waitFor();
    await press(desk, queueStrings.actOn(queueStrings.acts.hide, 'Le pont'));
    const act = desk.getByRole('dialog');
    await act.getByLabel(queueStrings.words).fill('Insultes à 0:30');
    await act.getByRole('button', { name: queueStrings.acts.hide }).click();
    await desk.getByText(queueStrings.done.hide('Le pont')).waitFor();
    await desk.getByRole('heading', { name: queueStrings.decided }).waitFor();
    expect(await isOnMap(placeId)).toBe(false);

    drops = await open(author, '/home/parcours');
    await press(drops, messageStrings.show);
    await drops.getByRole('button', { name: messageStrings.show }).waitFor({ state: 'detached' });
    await drops.getByText('Insultes à 0:30').waitFor();
    await drops.getByText(myDropsStrings.held.hidden).waitFor();
    await drops.getByRole('heading', { name: deletedStrings.title }).waitFor();
    await press(drops, messageStrings.answerTo('Le pont'));
    const answer = drops.getByRole('dialog');
    await answer.getByLabel(messageStrings.answerWords).fill('C’est du théâtre.');
    await answer.getByRole('button', { name: messageStrings.send }).click();
    await drops.getByText(messageStrings.sent).waitFor();
    await drops.getByRole('button', { name: messageStrings.answerTo('Le pont') }).waitFor({ state: 'detached' });

    await lookAgain(desk);
    await desk.getByText('C’est du théâtre.').waitFor();
    await press(desk, queueStrings.actOn(queueStrings.acts.restore, 'Le pont'));
    await desk.getByRole('dialog').getByRole('button', { name: queueStrings.acts.restore }).click();
    await desk.getByText(queueStrings.done.restore('Le pont')).waitFor();
    await desk.getByText(queueStrings.none).waitFor();
    expect(await isOnMap(placeId)).toBe(true);
  });

  it('says to somebody suspended why they can’t log in, and whom to write to; an admin lifts it', async () => {
    const thing = { kind: 'place', id: placeId } as const;
    await call(server.origin, 'report', { body: { thing, reason: 'hate' } }, listener.token);
    await lookAgain(desk);
    await press(desk, queueStrings.more('Le pont'));
    await desk.getByRole('menuitem', { name: queueStrings.acts.suspend }).click();
    await desk.getByRole('dialog').getByLabel(queueStrings.words).fill('Récidive après deux avertissements');
    await desk.getByRole('dialog').getByRole('button', { name: queueStrings.acts.suspend }).click();
    const lift = queueStrings.actOn(queueStrings.acts.unsuspend, author.user.name);
    await desk.getByRole('button', { name: lift, exact: true }).waitFor();

    // The suspension has ended the session.
    await visit(drops, '/home/parcours');
    await drops.waitForURL('**/login');
    await drops.getByLabel(strings.login.email).fill(author.email);
    await drops.getByLabel(strings.login.password, { exact: true }).fill(author.password);
    await press(drops, strings.login.submit);
    await drops.getByText(suspendedStrings.refused(CONTACT, 'Récidive après deux avertissements')).waitFor();

    await press(desk, lift);
    await desk.getByRole('dialog').getByRole('button', { name: queueStrings.acts.unsuspend }).click();
    await desk.getByRole('button', { name: lift, exact: true }).waitFor({ state: 'detached' });
    await press(drops, strings.login.submit);
    await drops.waitForURL('**/home/**');
  });

  it('brings deleted drops and maps back, or deletes them for good', async () => {
    // What came of the report is new to the author.
    await press(drops, messageStrings.show);
    await drops.getByRole('button', { name: messageStrings.show }).waitFor({ state: 'detached' });
    await press(drops, deletedStrings.restoreOne('La grue'));
    await drops.getByRole('button', { name: myDropsStrings.options('La grue') }).waitFor();
    // What the map's admin deleted comes back by the map's admins alone.
    await drops.getByText(deletedStrings.placeOfTheirs('Les quais', '').split(',')[0] ?? '').waitFor();
    expect(await drops.getByRole('button', { name: deletedStrings.restoreOne('La dalle') }).count()).toBe(0);
    await press(drops, deletedStrings.more('La dalle'));
    await drops.getByRole('menuitem', { name: deletedStrings.purge }).click();
    await drops.getByRole('alertdialog').getByRole('button', { name: deletedStrings.purge }).click();
    await drops.getByRole('heading', { name: deletedStrings.title }).waitFor({ state: 'detached' });
    expect(await isOnMap(deletedId)).toBe(true);

    // Maps of one's own do, too.
    const { email, password } = author;
    const { token } = await call(server.origin, 'login', { body: { email, password } });
    const mine = { ...author, token };
    for (const name of ['La gare', 'Le marché']) {
      const mapId = await makeParcours(server.origin, mine, name);
      await call(server.origin, 'deleteParcours', { params: { mapId } }, token);
    }
    await visit(drops, '/home/drops');
    await visit(drops, '/home/parcours');
    await press(drops, deletedStrings.restoreOne('La gare'));
    await drops.getByText(deletedStrings.mapRestored('La gare')).waitFor();
    const maps = await call(server.origin, 'listParcours', { query: {} }, token);
    expect(maps.map(({ name }) => name)).toContain('La gare');
    await press(drops, deletedStrings.more('Le marché'));
    await drops.getByRole('menuitem', { name: deletedStrings.purge }).click();
    await drops.getByRole('alertdialog').getByRole('button', { name: deletedStrings.purge }).click();
    await drops.getByText(deletedStrings.purged('Le marché')).waitFor();
    expect((await call(server.origin, 'listDeleted', {}, token)).maps).toEqual([]);
  });
});
