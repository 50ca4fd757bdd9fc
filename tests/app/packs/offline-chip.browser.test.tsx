import { ref } from 'valtio';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { OfflineChip } from '../../../app/packs/offline-chip.tsx';
import { PackSheet } from '../../../app/packs/pack-panel.tsx';
import { packs } from '../../../app/packs/packs.ts';
import { network } from '../../../app/page/network.ts';
import { switchOfflineMode } from '../../../app/page/offline.ts';
import { parcours, selectParcours } from '../../../app/parcours/parcours.ts';
import '../../../app/ui/base.css';
import '../../../app/ui/tokens.css';
import { packStrings as words } from '../../../app/packs/packs-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { packView } from '../../support/samples/packs.ts';

const id = ParcoursId.parse(7);
const rest = { description: '', image_url: null, privilege: 'guest' as const, users: [], user_count: 1 };
const root = rootPerTest('main', () => {
  forgetSession();
  packs.byMap = {};
  network.isOnline = true;
  switchOfflineMode(false);
});

beforeEach(() => {
  parcours.list = ref([{ ...rest, id, name: 'Le quai' }]);
  selectParcours(id);
  root.render(
    <>
      <OfflineChip />
      <PackSheet />
    </>,
  );
});

const chip = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

it('appears only without a network or in off-line mode, and says what is available', async () => {
  expect(page.getByRole('button').elements()).toEqual([]);
  network.isOnline = false;
  await expect.element(chip(words.chipNoNetwork).getByText(words.chipAbsent)).toBeVisible();
  switchOfflineMode(true);
  await expect.element(chip(words.chipMode).getByText(words.chipAbsentInMode)).toBeVisible();
  packs.byMap[id] = packView({ isLost: true });
  await expect.element(chip(words.chipMode).getByText(words.chipLost)).toBeVisible();
  packs.byMap[id] = packView({ isWhole: true });
  await expect.element(chip(words.chipMode).getByText(words.chipWhole)).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  switchOfflineMode(false);
  network.isOnline = true;
  await expect.element(page.getByText(words.chipWhole)).not.toBeInTheDocument();
});

it('opens the pack of the current map, and gets the focus back', async () => {
  switchOfflineMode(true);
  await chip(words.chipMode).click();
  const sheet = page.getByRole('dialog', { name: words.title });
  await expect.element(sheet.getByText('Le quai')).toBeVisible();
  await sheet.getByRole('button', { name: strings.app.close }).click();
  await expect.element(chip(words.chipMode)).toHaveFocus();
});
