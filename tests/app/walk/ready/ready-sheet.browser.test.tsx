import { ref } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { packSheet, packs } from '../../../../app/packs/packs.ts';
import { parcours, selectParcours } from '../../../../app/parcours/parcours.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { location } from '../../../../app/position/location.ts';
import { listening, startListening, switchAutoplay, switchOnSite } from '../../../../app/walk/listening.ts';
import { ReadySheet } from '../../../../app/walk/ready/ready-sheet.tsx';
import { showReadySheet } from '../../../../app/walk/walk-dialogs.ts';
import '../../../../app/ui/base.css';
import '../../../../app/ui/tokens.css';
import { readyStrings as words } from '../../../../app/walk/ready/ready-words.ts';
import { walkStrings } from '../../../../app/walk/walk-words.ts';
import { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { forgetSession } from '../../../support/page/forget-session.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const id = ParcoursId.parse(7);
const rest = { description: '', image_url: null, privilege: 'guest' as const, users: [], user_count: 1 };
const root = rootPerTest('main', () => {
  switchOnSite(false);
  switchAutoplay(false);
  showReadySheet(false);
  packSheet.parcoursId = null;
  location.status = 'idle';
  Object.assign(packs, { byMap: {}, isPersisted: null });
  scope.dispose();
  forgetSession();
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  parcours.list = ref([{ ...rest, id, name: 'Le quai' }]);
  selectParcours(id);
  root.render(<ReadySheet positionHelp={<p>how to allow it</p>} />);
  showReadySheet(true);
});

const sheet = page.getByRole('dialog', { name: words.title });
const light = (name: string) => sheet.getByRole('listitem').filter({ hasText: name });

it('asks whether the chime was heard, and accepts either answer', async () => {
  const sound = light(words.names.sound);
  await sound.getByRole('button', { name: words.acts['test-sound'] }).click();
  await sound.getByRole('button', { name: words.notHeard }).click();
  await expect.element(sound.getByText(words.soundSilent)).toBeVisible();
  await sound.getByRole('button', { name: words.acts['test-sound'] }).click();
  await sound.getByRole('button', { name: words.heard }).click();
  await expect.element(sound.getByText(words.levels.good)).toBeVisible();
  await expect.element(sound.getByText(words.soundHeard)).toBeVisible();
  await expect.element(sheet.getByText(words.names.sound, { exact: true })).toBeVisible();
});

it('opens the pack of the current map if its stories would come from the network', async () => {
  await light(words.names.audio).getByRole('button', { name: words.acts.download }).click();
  expect(packSheet.parcoursId).toBe(id);
});

it('explains how to allow a refused position, in place', async () => {
  expect(sheet.getByText('how to allow it').elements()).toEqual([]);
  location.status = 'denied';
  await expect.element(light(words.names.position).getByText('how to allow it')).toBeVisible();
});

it('shows the battery only if the browser reports it, and each change', async () => {
  await expect.element(light(words.names.battery)).toBeVisible();
  showReadySheet(false);
  await expect.element(sheet).not.toBeInTheDocument();
  const battery = Object.assign(new EventTarget(), { level: 0.5, charging: false });
  vi.spyOn(navigator as unknown as { getBattery(): Promise<EventTarget> }, 'getBattery').mockResolvedValue(battery);
  showReadySheet(true);
  await expect.element(light(words.names.battery).getByText(words.batteryLevel(0.5))).toBeVisible();
  battery.level = 0.1;
  battery.dispatchEvent(new Event('levelchange'));
  await expect.element(light(words.names.battery).getByText(words.batteryEmpty(0.1))).toBeVisible();
});

it('closes when a walk has started, in both modes', async () => {
  await sheet.getByRole('button', { name: walkStrings.start }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(listening.walk).toMatchObject({ onSite: true, autoplay: true });
});

it('has no accessibility fault that axe finds', async () => {
  await expect.element(sheet.getByRole('button', { name: walkStrings.start })).toBeVisible();
  expect(await faultsHere()).toEqual([]);
});
