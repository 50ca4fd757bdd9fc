import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { paneStrings } from '../../../app/parcours/panes-words.ts';
import { parcoursStrings } from '../../../app/parcours/parcours-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import { walkStrings } from '../../../app/walk/walk-words.ts';
import {
  createParcours,
  dropAtPosition,
  hasHeard,
  mapScreenReady,
  moveTo,
  openPane,
  passWelcome,
  readMediaPath,
  readSound,
  signUp,
} from '../../e2e/steps.ts';
import { noteComplaints } from './page-complaints.ts';
import { openWalkerWithoutMap } from './walker.ts';

/** Two places on a quay, 80 m apart, and ways to them that pass no other. */
const BRIDGE: [number, number] = [2.3411, 48.8571];
const GARDEN: [number, number] = [2.34219, 48.8571];
const FAR: [number, number] = [2.3395, 48.8571];

/**
 * One makes a parcours with two stories and invites the other, who walks to both places and hears them. Neither page complains of
 * anything, and the content security policy is in the way of nothing.
 */
export async function tellAndHear(browser: Browser, origin: string): Promise<void> {
  const author = await (await openWalkerWithoutMap(browser, origin, BRIDGE)).newPage();
  const ofAuthor = await noteComplaints(author);
  await author.goto('/createaccount');
  await signUp(author, { name: 'Ana', email: 'ana@example.org', password: 'un long mot de passe' });
  await author.getByRole('heading', { name: parcoursStrings.title }).waitFor();
  await createParcours(author, 'Les quais', 'Deux voix au bord de la Seine.');

  await dropAtPosition(author, 'moov-at-end.m4a', 'Le pont');
  await moveTo(author, GARDEN);
  await dropAtPosition(author, 'conforming-mono.wav', 'Le jardin');

  const link = await inviteFellowDropper(author);

  const walker = await (await openWalkerWithoutMap(browser, origin, FAR)).newPage();
  const ofWalker = await noteComplaints(walker);
  await walker.goto(link);
  await walker.getByRole('link', { name: strings.login.register }).click();
  await signUp(walker, { name: 'Bruno', email: 'bruno@example.org', password: 'un autre mot de passe' });
  await passWelcome(walker);
  await mapScreenReady(walker);

  await openPane(walker, paneStrings.settings);
  await walker.getByRole('switch', { name: walkStrings.onSite }).check();
  await walker.getByRole('switch', { name: walkStrings.autoplay }).check();
  await openPane(walker, paneStrings.map);
  expect((await readSound(walker)).playing).toBe(false);

  await walk(walker, FAR, BRIDGE);
  await hasHeard(walker, await readMediaPath(walker, 'Le pont'));
  await walker.getByRole('region', { name: listenStrings.player }).getByText('Le pont').waitFor();
  await hasStopped(walker);

  await walk(walker, BRIDGE, GARDEN);
  await hasHeard(walker, await readMediaPath(walker, 'Le jardin'));
  await walker.getByRole('region', { name: listenStrings.player }).getByText('Le jardin').waitFor();
  await hasStopped(walker);
  expect([ofAuthor, ofWalker]).toEqual([[], []]);
}

/** Makes a link in the settings pane and reads it. */
async function inviteFellowDropper(page: Page): Promise<string> {
  await openPane(page, paneStrings.settings);
  await page.getByRole('button', { name: paneStrings.makeLink }).click();
  return page.getByLabel(paneStrings.link).inputValue();
}

/** Walks from one position to another, seen by the app on half the way. */
async function walk(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await moveTo(page, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  await moveTo(page, to);
}

async function hasStopped(page: Page): Promise<void> {
  await expect.poll(async () => (await readSound(page)).playing, { timeout: 20_000 }).toBe(false);
}
