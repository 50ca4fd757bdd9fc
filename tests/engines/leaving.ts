import { expect } from 'vitest';
import { strings } from '../../app/words/strings.ts';
import type { Tab } from '../support/engines/engine.ts';
import { openDrawing } from './authoring.ts';
import { openMap, type Stage } from './stage.ts';

/** A second tab shows the same, and the session that ends there ends in the first one too, with its drawing tools on. */
export async function twoTabs(stage: Stage): Promise<void> {
  const { tab, phone } = stage;
  await openMap(stage);
  await openDrawing(tab);
  const second = await phone.openTab();
  await openMap({ ...stage, tab: second, isTidy: false });
  await logOut(second);
  await isOut(second);
  expect(await second.errors()).toEqual([]);
  await second.close();
  await isOut(tab);
}

/** With the drawing tools on, as they are used. */
export async function logout(stage: Stage): Promise<void> {
  const { tab } = stage;
  await openMap(stage);
  await openDrawing(tab);
  await logOut(tab);
  await isOut(tab);
  expect(await tab.evaluate(() => localStorage.getItem('token'))).toBe(null);
}

async function logOut(tab: Tab): Promise<void> {
  await tab.tap({ role: 'button', name: strings.menu.open });
  await tab.tap({ role: 'button', name: strings.menu.logout });
}

/** The login screen is there, and no screen that says that something broke. */
async function isOut(tab: Tab): Promise<void> {
  await tab.shown({ role: 'button', name: strings.login.submit });
}
