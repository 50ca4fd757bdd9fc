import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endUpload, openUpload } from '../../../app/drops/composer/uploads.ts';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { editorTools } from '../../../app/parcours/editor-tools.ts';
import { paneStrings } from '../../../app/parcours/panes-words.ts';
import { selectParcours } from '../../../app/parcours/parcours.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { AppRouter } from '../../../app/router.tsx';
import { updateUser } from '../../../app/session/session.ts';
import { menuStrings } from '../../../app/shell/menu-words.ts';
import { titles } from '../../../app/ui/common-words.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { faultsHereInBothLooks } from '../../support/accessibility/axe-here.ts';
import { missedByTabHere } from '../../support/accessibility/layout-here.ts';
import { packedMap } from '../../support/packs/kept-pack.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { receivePositions, restorePositions } from '../../support/page/position-receiver.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

let start: string;
let size: [number, number];
const root = rootPerTest('div', () => {
  restorePositions();
  forgetSession();
  storage.forgetAll();
  history.replaceState(null, '', start);
  void page.viewport(...size);
});

// The map shows its words instead of a picture, whose styles come and go, and its position is still looked for.
beforeEach(() => {
  receivePositions();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

/** Opens the app of an editor, who has one map with a drop that waits, in a window of this width. */
async function open(path: string, width: number): Promise<void> {
  start = location.href;
  size = [innerWidth, innerHeight];
  await page.viewport(width, 800);
  const map = { ...packedMap, privilege: 'editor', waiting_count: 1 };
  answerCalls({ 'GET /v1/map/maps-for-user': [map], 'POST /v1/place/places/by-map-ids': { places: [] } });
  storage.write('mapLoaded', true);
  storage.write('token', `.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.`);
  // Before the first screen: without a choice that one leads to the list, now or when its code is there.
  selectParcours(map.id);
  updateUser({ id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null });
  history.replaceState(null, '', path);
  // As high as the window, like in the app.
  document.body.firstElementChild?.setAttribute('id', 'root');
  root.render(<AppRouter />);
}

// A step of the history that ends after its page would change the next one's.
afterEach(() => expect.poll(() => history.state?.overlays).toBeUndefined());

const rail = page.getByRole('navigation', { name: menuStrings.title });
const mapRegion = page.getByRole('region', { name: titles.map, exact: true });
const toggle = page.getByRole('button', { name: menuStrings.open });
const waiting = rail.getByRole('link', { name: 'À valider 1 en attente' });
const tab = (name: string) => rail.getByRole('tab', { name });

it('a wide screen has the menu, the panes and the account at its left edge, beside a map in use', async () => {
  await open('/home/profile', 1100);
  await expect.element(waiting).toBeVisible();
  await expect.element(rail.getByRole('link', { name: menuStrings.profile })).toHaveAttribute('aria-current', 'page');
  await expect.element(toggle).not.toBeInTheDocument();
  await expect.element(mapRegion).toBeVisible();
  const [left, screen, map] = [rail, page.getByRole('main'), mapRegion].map((part) =>
    part.element().getBoundingClientRect(),
  );
  expect([left?.left, screen?.left, map?.left, map?.right]).toEqual([0, left?.right, screen?.right, 1100]);
  await expect.element(tab(paneStrings.info)).toBeVisible();
  expect([...(await faultsHereInBothLooks()), ...(await missedByTabHere())]).toEqual([]);

  await tab(paneStrings.settings).click();
  await expect.element(page.getByRole('heading', { name: paneStrings.settingsTitle })).toBeVisible();
  expect(location.pathname).toBe('/home');
  await page.getByRole('heading', { name: paneStrings.settingsTitle }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(tab(paneStrings.map)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('heading', { name: packedMap.name, level: 1 })).toBeInTheDocument();

  const account = rail.getByRole('button', { name: menuStrings.account });
  await account.click();
  const card = page.getByRole('dialog', { name: menuStrings.account });
  await expect.element(card.getByText('ana@example.org')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(account).toHaveFocus();
});

it('another language is shown at once, with the focus where it was, and is stored', async () => {
  await open('/home/profile', 1100);
  await rail.getByRole('button', { name: 'Compte' }).click();
  const choice = page.getByRole('combobox', { name: 'Langue' });
  await expect.element(choice).toBeVisible();
  (choice.element() as HTMLElement).focus();
  expect(
    choice
      .getByRole('option')
      .elements()
      .map((option) => option.getAttribute('lang')),
  ).toEqual(['fr', 'en']);
  // The last choice counts, however long the words of an earlier one take.
  const inEither = page.getByRole('combobox', { name: /^(Langue|Language)$/ });
  for (const language of ['English', 'Français', 'English']) await inEither.selectOptions(language);
  const chosen = page.getByRole('combobox', { name: 'Language' });
  await expect.element(chosen).toHaveValue('en');
  await expect.element(chosen).toHaveFocus();
  await expect.element(rail.getByRole('link', { name: 'To approve' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'My profile' })).toBeVisible();
  expect([document.documentElement.lang, document.title]).toEqual(['en', 'My profile · Drop ici']);
  expect(storage.read('language')).toBe('en');
  await chosen.selectOptions('Français');
  await expect.element(choice).toHaveValue('fr');
  await userEvent.keyboard('{Escape}');
});

it('the editor is on the map’s own screen alone, where a file can be chosen meanwhile', async () => {
  await open('/home', 1100);
  // The tools are switched off as long as the list, which says who may use them, isn't there.
  await expect.element(waiting).toBeVisible();
  Object.assign(editorTools, { isOn: true, draws: true });
  await tab(paneStrings.map).click();
  const editor = page.getByRole('region', { name: editorStrings.label });
  await expect.element(editor).toBeVisible();
  openUpload();
  const sheet = page.getByRole('dialog', { name: dropStrings.title });
  await expect.element(sheet).toBeVisible();
  endUpload();
  await expect.element(sheet).not.toBeInTheDocument();
  await rail.getByRole('link', { name: menuStrings.profile }).click();
  await expect.element(mapRegion).toBeVisible();
  await expect.element(editor).not.toBeInTheDocument();
});

it('a narrower one has the menu behind its button, and a map out of reach', async () => {
  await open('/home/profile', 1099);
  await expect.element(toggle).toBeVisible();
  await expect.element(rail).not.toBeInTheDocument();
  await expect.poll(() => document.querySelector('[inert] [role="tablist"]')).not.toBeNull();
});
