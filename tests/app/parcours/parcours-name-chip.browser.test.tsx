import { MemoryRouter, useLocation } from 'react-router-dom';
import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parcours, selectParcours, toggleBeingCreated } from '../../../app/parcours/parcours.ts';
import { ParcoursNameChip } from '../../../app/parcours/parcours-name-chip.tsx';
import { parcoursNameStrings as words } from '../../../app/parcours/parcours-words.ts';
import { session } from '../../../app/session/session.ts';
import { ParcoursId, type Privilege, UserId } from '../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const map = (number: number, name: string, privilege: Privilege) => ({
  ...{ id: ParcoursId.parse(number), name, privilege },
  ...{ description: '', image_url: null, users: [], user_count: 1 },
});
const quay = map(1, 'Le quai', 'drop');
const canal = map(2, 'Le canal', 'drop');
const hill = map(3, 'La colline', 'guest');

const root = rootPerTest('main', () => {
  forgetSession();
  session.user = null;
});

function Path() {
  return <output>{useLocation().pathname}</output>;
}

beforeEach(() => {
  session.user = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user', picture: null };
  parcours.list = ref([quay, canal, hill]);
  selectParcours(quay.id);
  root.render(
    <MemoryRouter initialEntries={['/home']}>
      <ParcoursNameChip />
      <Path />
    </MemoryRouter>,
  );
});

const chip = (name: string) => page.getByRole('button', { name: words.change(name) });
const choose = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

test('the current map is named, and a tap changes it', async () => {
  await chip('Le quai').click();
  const dialog = page.getByRole('dialog', { name: words.title });
  await expect.element(dialog.getByRole('button', { name: 'Le quai' })).toHaveAttribute('aria-current', 'true');
  expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(chip('Le quai')).toHaveFocus();
  await chip('Le quai').click();
  await choose('La colline');
  await expect.element(chip('La colline')).toHaveFocus();
  expect(parcours).toMatchObject({ selectedIds: [hill.id], beingCreated: null });
});

test('maps with the same name are told apart by their places', async () => {
  parcours.list = ref([{ ...quay, place_count: 4 }, canal, { ...quay, id: ParcoursId.parse(9), place_count: 12 }]);
  await chip('Le quai').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: /^Le quai 4.lieux$/ })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: /^Le quai 12.lieux$/ })).toBeVisible();
});

test('at the desk a long name has two lines beside the panels', async () => {
  await page.viewport(1280, 800);
  parcours.list = ref([{ ...quay, name: 'Les lavoirs du vieux bourg (copie)' }]);
  await expect.element(chip('Les lavoirs du vieux bourg (copie)')).toBeVisible();
  const name = chip('Les lavoirs du vieux bourg (copie)').element();
  (name.parentElement ?? document.body).style.width = '200px';
  const text = name.querySelector('span > span');
  expect(text?.scrollHeight).toBe(text?.clientHeight);
  expect(text?.scrollWidth).toBe(text?.clientWidth);
  await page.viewport(414, 896);
});

test('drops go to the named map: the next one that allows them, else none', async () => {
  toggleBeingCreated(quay);
  await chip('Le quai').click();
  await choose('Le canal');
  await expect.element(chip('Le canal')).toBeVisible();
  expect(parcours.beingCreated?.id).toBe(canal.id);
  await chip('Le canal').click();
  await choose('La colline');
  await expect.element(chip('La colline')).toBeVisible();
  expect(parcours.beingCreated).toBeNull();
});

test('the list of maps is one more tap away', async () => {
  await chip('Le quai').click();
  await choose(words.allMaps);
  await expect.element(page.getByText('/home/parcours')).toBeInTheDocument();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('a long name takes only the available space', async () => {
  await page.viewport(320, 568);
  parcours.list = ref([map(1, 'De la pointe du Vert-Galant au mémorial de la Déportation', 'guest')]);
  const long = page.getByRole('button', { name: /Vert-Galant/ });
  await expect.element(long).toBeVisible();
  expect(long.element().getBoundingClientRect().width).toBeLessThanOrEqual(320);
});
