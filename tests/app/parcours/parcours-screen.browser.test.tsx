import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { guestStrings, visitEnded } from '../../../app/account/guests-words.ts';
import { mapStrings } from '../../../app/map/map-words.ts';
import { openPackSheet, packSheet, packs } from '../../../app/packs/packs.ts';
import { packStrings } from '../../../app/packs/packs-words.ts';
import { switchOfflineMode } from '../../../app/page/offline.ts';
import { offlineWords } from '../../../app/page/offline-words.ts';
import { bundles, forgetBundles } from '../../../app/parcours/bundles.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { loadParcours } from '../../../app/parcours/parcours-list.ts';
import { ParcoursScreen } from '../../../app/parcours/parcours-screen.tsx';
import { parcoursStrings } from '../../../app/parcours/parcours-words.ts';
import { paths } from '../../../app/paths.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { formatMoment } from '../../../app/ui/number-words.ts';
import { IDEMPOTENCY_HEADER } from '../../../contracts/call.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../support/accessibility/axe-here.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { packView } from '../../support/samples/packs.ts';

const MAPS = 'GET /v1/map/maps-for-user';
const BUNDLES = 'GET /v1/bundle/bundles-for-user/';
const words = parcoursStrings;
const rest = { image_url: null, privilege: 'admin', users: [], user_count: 1 };
const map = (id: number, name: string) => ({ ...rest, id, name, description: '' });
const bundle = (id: number, name: string) => ({ id, name, description: '' });
const bundled = (id: number, name: string) => ({
  ...{ map_id: id, map_name: name, map_description: '' },
  privilege: 'admin',
});
const oops = new Response('oops', { status: 500 });
const guestMap = { ...map(8, 'Le canal'), privilege: 'guest' };
const quay = { [MAPS]: [map(7, 'Le quai')], [BUNDLES]: [] };

const root = rootPerTest('main', () => {
  forgetSession();
  forgetBundles();
  session.user = null;
  switchOfflineMode(false);
  openPackSheet(null);
  packs.byMap = {};
});
beforeEach(() => {
  session.user = { id: UserId.parse(1), name: 'Edith', email: 'edith@example.org', role: 'editor', picture: null };
});

/** Renders the screen while the maps, which the shell requests, are loading. */
function show(): void {
  void loadParcours();
  root.render(
    <MemoryRouter>
      <ParcoursScreen />
    </MemoryRouter>,
  );
}

const region = (name: string) => page.getByRole('region', { name });
const alert = page.getByRole('alert');
const retry = page.getByRole('button', { name: strings.app.retry });

describe('the maps screen', () => {
  it('copies a map after saying what the copy has, and once although the first answer is lost', async () => {
    const copy = { ...map(9, 'Le quai en hiver') };
    const keys: (string | null)[] = [];
    const heard = answerCalls({
      ...quay,
      'POST /v1/map/map/7/copy': ({ headers }: RequestInit) => {
        if (keys.push(new Headers(headers).get(IDEMPOTENCY_HEADER)) === 1) throw new TypeError('lost');
        return { newParcours: { id: 9, title: copy.name, description: '', privilege: 'admin' } };
      },
      [MAPS]: () => (keys.length > 1 ? [map(7, 'Le quai'), copy] : [map(7, 'Le quai')]),
    });
    show();
    await page.getByRole('button', { name: words.moreAbout('Le quai') }).click();
    await page.getByRole('menuitem', { name: words.copy }).click();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog.getByLabelText(words.copyName)).toHaveValue('Le quai (copie)');
    await dialog.getByRole('button', { name: words.copyMap('').confirm }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByLabelText(words.copyName).fill('Le quai en hiver');
    await dialog.getByRole('button', { name: words.copyMap('').confirm }).click();
    await expect.element(region(words.yourMaps).getByText('Le quai en hiver')).toBeVisible();
    expect(heard.findLast(({ call }) => call.endsWith('copy'))?.body).toEqual({ title: copy.name });
    // Another name is a retry too.
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).not.toBeNull();
  });

  it('opens a map for its drops too, if another one received them', async () => {
    answerCalls({ [MAPS]: [map(7, 'Le quai'), map(9, 'Le quai (copie)')], [BUNDLES]: [] });
    show();
    await page
      .getByRole('button', { name: words.edit('Le quai'), exact: false })
      .first()
      .click();
    await region(words.yourMaps).getByTitle(words.open).nth(1).click();
    expect(parcours).toMatchObject({ selectedIds: [9], beingCreated: { id: 9 } });
  });

  it('reports that the maps could not be loaded, and retries', async () => {
    answerCalls({ [MAPS]: oops, [BUNDLES]: [] });
    show();
    await expect.element(alert.getByText(parcoursStrings.failed, { exact: true })).toBeVisible();
    answerCalls(quay);
    await retry.click();
    await expect.element(region(words.yourMaps).getByText('Le quai')).toBeVisible();
    expect(alert.elements()).toEqual([]);
  });

  it('reports that the bundles could not be loaded, and retries', async () => {
    answerCalls({ [MAPS]: quay[MAPS] });
    show();
    await expect.element(alert.getByText(words.bundlesFailed)).toBeVisible();
    answerCalls(quay);
    await retry.click();
    await expect.element(alert).not.toBeInTheDocument();
  });

  it('retries both if neither could be loaded, as after a start without a network', async () => {
    answerCalls({});
    show();
    await expect.element(alert.getByText(parcoursStrings.failed, { exact: true })).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    answerCalls(quay);
    await retry.click();
    await expect.element(region(words.yourMaps).getByText('Le quai')).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    expect(bundles.status).toBe('ready');
  });

  it('reports that the maps of one bundle could not be loaded, shows the others, and retries', async () => {
    const answers = {
      [MAPS]: [map(1, 'Carte Rive gauche'), map(2, 'Carte Rive droite')],
      [BUNDLES]: [bundle(11, 'Rive gauche'), bundle(12, 'Rive droite')],
      'GET /v1/bundle/11/maps': [bundled(1, 'Carte Rive gauche')],
      'GET /v1/bundle/12/maps': [bundled(2, 'Carte Rive droite')],
    };
    answerCalls({ ...answers, 'GET /v1/bundle/11/maps': oops });
    show();
    const left = region('Rive gauche');
    await expect
      .element(left.getByRole('alert').getByText(parcoursStrings.bundleMapsFailed, { exact: true }))
      .toBeVisible();
    await expect.element(region('Rive droite').getByText('Carte Rive droite')).toBeVisible();
    answerCalls(answers);
    await left.getByRole('button', { name: strings.app.retry }).click();
    await expect.element(left.getByText('Carte Rive gauche')).toBeVisible();
    expect(left.getByRole('alert').elements()).toEqual([]);
  });

  it('says that a group’s maps could not be loaded, and never that it has none', async () => {
    answerCalls({ ...quay, [BUNDLES]: [bundle(11, 'Rive gauche')], 'GET /v1/bundle/11/maps': oops });
    show();
    const left = region('Rive gauche');
    await expect.element(left.getByText(offlineWords.mapsUnknown)).toBeVisible();
    expect(left.getByText(words.count(0)).elements()).toEqual([]);
    expect(left.getByText(words.empty).elements()).toEqual([]);
  });

  it('shows the maps seen last with their date while there is no network', async () => {
    const seenMs = Date.UTC(2026, 10, 23, 13, 5);
    storage.write('currentUser', session.user);
    const list = [{ ...map(7, 'Le quai'), id: ParcoursId.parse(7), privilege: 'admin' as const, users: [] }];
    storage.write('parcoursList', { ownerId: UserId.parse(1), seenMs, list });
    answerCalls({});
    show();
    const note = page.getByText(offlineWords.seen(formatMoment(seenMs, 'long')));
    await expect.element(note).toBeVisible();
    await expect.element(region(words.yourMaps).getByText('Le quai')).toBeVisible();
    expect(alert.elements()).toEqual([]);
    answerCalls(quay);
    await retry.click();
    await expect.element(note).not.toBeInTheDocument();
    storage.forgetAll();
  });

  it('is accessible at every size with a map and an empty bundle', async () => {
    answerCalls({ ...quay, [BUNDLES]: [bundle(11, 'Promenades')], 'GET /v1/bundle/11/maps': [] });
    show();
    await expect.element(region(words.yourMaps).getByText('Le quai')).toBeVisible();
    await expect.element(page.getByText(words.empty)).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
  });

  it('shows rows of one height, whatever their names, images and numbers', async () => {
    const long = { ...map(8, 'Une carte dont le nom est bien plus long que celui des autres'), waiting_count: 3 };
    answerCalls({
      [MAPS]: [map(7, 'Le quai'), { ...long, place_count: 12, planned_count: 4, audio_s: 2040 }, guestMap],
      [BUNDLES]: [],
    });
    show();
    await page.viewport(390, 844);
    const rows = region(words.yourMaps).getByRole('listitem');
    await expect.element(rows.nth(1).getByText('4\u00a0à enregistrer')).toBeInTheDocument();
    // Beside the mark there is no room for it: it goes as a whole.
    const fact = rows.nth(1).getByText('12\u00a0lieux', { exact: true }).element();
    const line = fact.parentElement?.getBoundingClientRect();
    const { top: factTop, right: factRight } = fact.getBoundingClientRect();
    expect(factTop >= (line?.bottom ?? 0) || factRight <= (line?.right ?? 0)).toBe(true);
    await expect.element(rows.nth(1).getByText('34\u00a0min')).toBeInTheDocument();
    await expect.element(rows.nth(1).getByText(words.toApprove(3))).toBeInTheDocument();
    const heights = rows.elements().map((row) => row.getBoundingClientRect().height);
    expect(heights).toHaveLength(3);
    expect(new Set(heights).size).toBe(1);
    const toApprove = rows.nth(1).getByRole('link', { name: words.toApprove(3) });
    await expect.element(toApprove).toHaveAttribute('href', paths.toApprove);
    const { left, top } = toApprove.element().getBoundingClientRect();
    expect(document.elementFromPoint(left + 4, top + 4)).toBe(toApprove.element());
    // The rest of the row, its middle too, opens the map.
    const opener = rows
      .nth(1)
      .getByRole('button', { name: new RegExp(long.name) })
      .first()
      .element();
    const box = opener.getBoundingClientRect();
    expect(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)).toBe(opener);
    await page.viewport(414, 896);
  });

  it('counts a map’s members and its guests apart', async () => {
    answerCalls({ [MAPS]: [{ ...map(7, 'Le quai'), user_count: 2, guest_count: 124 }], [BUNDLES]: [] });
    show();
    await expect.element(page.getByText('2\u00a0membres et 124\u00a0invités')).toBeVisible();
    // An earlier build, which stored this list, knew no number of places.
    expect(page.getByText(mapStrings.placeCount(0)).elements()).toEqual([]);
  });

  it('tells a guest who has lost their map that the visit has ended, and what to do', async () => {
    answerCalls({ [MAPS]: [], [BUNDLES]: [] });
    session.user = { id: UserId.parse(1), name: 'Guest', email: 'guest-1@guest.invalid', role: 'guest', picture: null };
    show();
    await expect.element(page.getByText(visitEnded.title)).toBeVisible();
    await expect.element(page.getByText(visitEnded.open, { exact: false })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: guestStrings.signUp }))
      .toHaveAttribute('href', '/createaccount');
  });

  it('shows an account holder with the role guest how to join a map', async () => {
    answerCalls({ [MAPS]: [], [BUNDLES]: [] });
    session.user = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'guest', picture: null };
    show();
    await expect.element(page.getByText(words.emptyToJoin)).toBeVisible();
    expect([page.getByText(visitEnded.title).elements(), page.getByText(words.createFirst).elements()]).toEqual([
      [],
      [],
    ]);
  });

  it('reports a bundle without a name, and does not create it', async () => {
    const heard = answerCalls(quay);
    show();
    await page.getByRole('button', { name: words.newBundle }).click();
    const form = page.getByRole('dialog', { name: words.newBundle });
    await form.getByRole('button', { name: strings.app.save }).click();
    await expect.element(form.getByText(words.bundleNameMissing)).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    expect(heard.map(({ call }) => call)).not.toContain('POST /v1/bundle');
  });

  it('shows a pack’s state on the map’s row, also off line, and opens the pack', async () => {
    answerCalls(quay);
    show();
    const row = region(words.yourMaps).getByRole('listitem');
    const more = row.getByRole('button', { name: words.moreAbout('Le quai') });
    await more.click();
    await expect.element(page.getByRole('menuitem', { name: packStrings.rowDownload })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(row.getByText(packStrings.rowAbsent).elements()).toEqual([]);
    switchOfflineMode(true);
    await expect.element(row.getByText(packStrings.rowAbsent)).toBeVisible();
    packs.byMap[ParcoursId.parse(7)] = packView({ isWhole: true });
    await expect.element(row.getByText(packStrings.rowAbsent)).not.toBeInTheDocument();
    await expect.element(row.getByText(packStrings.rowLabel(packStrings.status.whole))).toBeInTheDocument();
    await more.click();
    await page.getByRole('menuitem', { name: packStrings.rowLabel(packStrings.status.whole) }).click();
    expect(packSheet.parcoursId).toBe(7);
  });

  it('explains headphones, microphone and check in words, and calls nobody a guest', async () => {
    answerCalls({ ...quay, [MAPS]: [{ ...map(7, 'Le quai'), privilege: 'drop' }, guestMap] });
    show();
    const row = region(words.yourMaps).getByRole('listitem').first();
    const mic = row.getByRole('button', { name: words.edit('Le quai') });
    await expect.element(mic.getByText(words.editShort, { exact: true })).toBeVisible();
    await mic.click();
    const stop = row.getByRole('button', { name: words.stopEditing('Le quai') });
    await expect.element(stop.getByText(words.editShort, { exact: true })).toBeVisible();
    const headphones = row.getByRole('button', { name: words.stopListening('Le quai') });
    await expect.element(headphones.getByText(words.listenShort, { exact: true })).toBeVisible();
    await headphones.click();
    await expect
      .element(row.getByRole('button', { name: words.listen('Le quai') }).getByText(words.listenShort))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: words.done }).getByText(words.done)).toBeVisible();
    expect(page.getByText('Guest').elements()).toEqual([]);
    await page.viewport(320, 568);
    const wide = [...document.querySelectorAll('li *')].filter((part) => part.getBoundingClientRect().right > 320);
    expect(wide).toEqual([]);
    await page.viewport(414, 896);
  });

  it('deletes a map only after its name is typed, and restores the focus on cancel', async () => {
    const heard = answerCalls(quay);
    show();
    const more = page.getByRole('button', { name: words.moreAbout('Le quai') });
    await more.click();
    await page.getByRole('menuitem', { name: words.bundlesOf }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await more.click();
    await expect.element(page.getByRole('menuitem', { name: words.delete })).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    await page.getByRole('menuitem', { name: words.delete }).click();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    await userEvent.fill(dialog.getByLabelText(words.typeName('Le quai')), 'Le qua');
    await expect.element(dialog.getByRole('button', { name: words.delete })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(more).toHaveFocus();
    expect(heard.map(({ call }) => call)).not.toContain('DELETE /v1/map/map/7');
  });
});
