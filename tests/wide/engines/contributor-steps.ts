import { expect } from 'vitest';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { memoryStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { parcoursPanes } from '../../../app/parcours/panes-words.ts';
import { menuStrings } from '../../../app/shell/menu-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import type { Place } from '../../../contracts/place.ts';
import type { Position, Tab } from '../../support/engines/engine.ts';
import { keepsFiles } from '../../support/engines/keeps-files.ts';
import { audioFile, flip, openMap, placesNamed, type Stage, standAt, startDropping } from './stage.ts';
import type { Steps } from './test-steps.ts';

/** About 200 m: less than a screen at the zoom of a place. */
const NEAR_DEGREES = 0.002;
const QUAY: Position = [2.3435, 48.8578];
const DRAWING = '[data-draw-ready="true"]';
const EDITOR = { role: 'region', name: editorStrings.label };
/** Corners of a zone on the part of the map that the editor and the notices leave free. */
const CORNERS = [
  [90, 180],
  [290, 250],
  [200, 430],
] as const;

/** Converts and uploads a file; a browser that stores no files must show a notice before. */
function upload(file: string, title: string): (stage: Stage) => Promise<void> {
  return async (stage) => {
    const { tab } = stage;
    await openMap(stage);
    await startDropping(tab);
    await standAt(stage, QUAY);
    await tab.tap({ role: 'button', name: dropStrings.open });
    await tab.tap({ role: 'button', name: dropStrings.openFile });
    const sheet = { role: 'dialog', name: dropStrings.title };
    await tab.shown(sheet);
    await tab.until(
      (notice, isStored) => document.body.innerText.includes(notice) !== isStored,
      memoryStrings.notice,
      await keepsFiles(tab),
    );
    await tab.tap({ role: 'radio', name: dropStrings.here, within: sheet });
    await tab.type({ role: 'textbox', name: dropStrings.name, within: sheet }, title);
    await tab.attach('[role=dialog] input[type=file]', audioFile(file));
    await tab.tap({ role: 'button', name: dropStrings.save, within: sheet });
    await arrived(tab, title);
    await tab.tap({ role: 'button', name: dropStrings.listen, within: sheet });
    await tab.gone(sheet);
  };
}

/** Records two seconds, names and uploads them; the notice then moves the map to their place. */
async function recordingSaved(stage: Stage): Promise<void> {
  const { tab } = stage;
  const title = 'Sous les tilleuls';
  await openMap(stage);
  await startDropping(tab);
  await standAt(stage, QUAY);
  await tab.tap({ role: 'button', name: dropStrings.open });
  await tab.tap({ role: 'button', name: recordStrings.start });
  await tab.until(() => /0:0[2-9]/.test(document.querySelector('[role=timer]')?.textContent ?? ''));
  await tab.tap({ role: 'button', name: recordStrings.stop });
  const popup = { role: 'dialog', name: recordStrings.title };
  await tab.type({ role: 'textbox', name: dropStrings.name, within: popup }, title);
  await tab.tap({ role: 'button', name: dropStrings.save, within: popup });
  await tab.gone(popup);
  await arrived(tab, title);
  await tab.tap({ role: 'button', name: dropStrings.listen, within: { role: 'status' } });
  // The place is near the middle only, because the player may cover the middle.
  await tab.until(
    (lng, lat, nearDegrees) => {
      const view = document.querySelector<HTMLElement>('[data-view]')?.dataset.view ?? '';
      const [x = Number.NaN, y = Number.NaN] = view.split(',').map(Number);
      return Math.abs(x - lng) < nearDegrees && Math.abs(y - lat) < nearDegrees;
    },
    ...QUAY,
    NEAR_DEGREES,
  );
}

/** Draws a zone by taps, gives it audio and saves it on the server. */
async function zoneDrawn(stage: Stage): Promise<void> {
  const { tab } = stage;
  await openMap(stage);
  await openDrawing(tab);
  await tab.tap({ role: 'button', name: editorStrings.drawing.polygon, within: EDITOR });
  for (const corner of CORNERS) await tab.tapAt(corner);
  await tab.tap({ role: 'button', name: editorStrings.drawing.finish, within: EDITOR });
  await tab.attach('section input[type=file]', audioFile('conforming-mono.wav'));
  await tab.shown({ role: 'button', name: dropStrings.play, within: EDITOR });
  await tab.type({ role: 'textbox', name: editorStrings.title, within: EDITOR }, 'Le parvis');
  await tab.tap({ role: 'button', name: editorStrings.save, within: EDITOR });
  expect((await arrived(tab, 'Le parvis')).feature.type).toBe('Polygon');
}

/** Opens the map in a second tab, whose logout also logs out the first tab while its drawing tools are on. */
async function twoTabs(stage: Stage): Promise<void> {
  const { tab, phone } = stage;
  await openMap(stage);
  await openDrawing(tab);
  const second = await phone.openTab();
  await openMap({ ...stage, tab: second, isTidy: false });
  await logOut(second);
  expect(await second.errors()).toEqual([]);
  await second.close();
  await isOut(tab);
}

/** Logs out while the drawing tools are on. */
async function logout(stage: Stage): Promise<void> {
  const { tab } = stage;
  await openMap(stage);
  await openDrawing(tab);
  await logOut(tab);
  expect(await tab.evaluate(() => localStorage.getItem('token'))).toBe(null);
}

async function logOut(tab: Tab): Promise<void> {
  await tab.tap({ role: 'button', name: menuStrings.open });
  await tab.tap({ role: 'button', name: menuStrings.logout });
  await isOut(tab);
}

/** Waits for the login screen; an error screen in its place would fail. */
async function isOut(tab: Tab): Promise<void> {
  await tab.shown({ role: 'button', name: strings.login.submit });
}

/** Switches the drawing tools on. */
async function openDrawing(tab: Tab): Promise<void> {
  if (await tab.shows(DRAWING)) return;
  await flip(tab, parcoursPanes.tools.editorTools, parcoursPanes.tools.drawTools);
  await tab.shown(DRAWING);
}

/** Returns the place of this name once the server has its audio. */
async function arrived(tab: Tab, title: string): Promise<Place> {
  const find = async (): Promise<Place | undefined> => (await placesNamed(tab, title))[0];
  await expect.poll(async () => (await find())?.media?.data.link, { timeout: 60_000, interval: 250 }).toBeTruthy();
  const place = await find();
  if (place === undefined) throw new Error(`${title} is gone`);
  return place;
}

const uploadM4a = upload('moov-at-end.m4a', 'Un m4a');

/** The journey of a contributor. */
export const CONTRIBUTOR_STEPS: Steps = {
  'm4a uploaded': uploadM4a,
  'caf uploaded': upload('alac.caf', 'Un caf'),
  'recording saved': recordingSaved,
  'zone drawn': zoneDrawn,
  'two tabs': twoTabs,
};

/** The steps that work in a browser that stores nothing on the device. */
export const MEMORY_STEPS: Steps = { 'm4a uploaded': uploadM4a, 'recording saved': recordingSaved };

/** A logout in a single tab, which only the table needs. */
export const LOGOUT_STEP: Steps = { logout };
