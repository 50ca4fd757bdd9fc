import type { Browser, Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listenStrings } from '../../../app/words/listen/listen.ts';
import { walkStrings } from '../../../app/words/listen/walk.ts';
import { paneStrings } from '../../../app/words/maps/panes.ts';
import { parcoursStrings } from '../../../app/words/maps/parcours.ts';
import { strings } from '../../../app/words/strings.ts';
import { findPostgres, POSTGRES_MISSING } from '../../../scripts/test/postgres.mjs';
import { closePhones, openPhone, sharedBrowser } from '../../support/browser.ts';
import { startServer } from '../../support/server.ts';
import { startTwoServers } from '../../support/two-servers.ts';
import { openWalkerWithoutMap } from '../../support/walker.ts';
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
} from '../steps.ts';

/** Two places on a quay, 80 m apart, and ways to them that pass no other. */
const BRIDGE: [number, number] = [2.3411, 48.8571];
const GARDEN: [number, number] = [2.34219, 48.8571];
const FAR: [number, number] = [2.3395, 48.8571];

const ON_TWO_SERVERS = [
  'on two servers that share PostgreSQL and a bucket, behind a proxy that sends each request to the other one in turn',
  ...(findPostgres() === null ? [`(${POSTGRES_MISSING})`] : []),
].join(' ');

describe('two people and a parcours', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(closePhones);

  it('one uploads phone recordings at two places, the other walks there and hears each of them', async () => {
    const server = await startServer();
    onTestFinished(server.stop);
    await tellAndHear(browser, server.origin);
  });

  it.skipIf(findPostgres() === null)(`so they do ${ON_TWO_SERVERS}`, async () => {
    const { proxy, stop } = await startTwoServers();
    onTestFinished(stop);
    await tellAndHear(browser, proxy.origin);
    const [one = 0, other = 0] = proxy.sent;
    expect(one).toBeGreaterThan(20);
    expect(Math.abs(one - other)).toBeLessThan(2);
  });
});

/** One makes a parcours with two stories and invites the other, who walks to both places and hears them. */
async function tellAndHear(browser: Browser, origin: string): Promise<void> {
  const author = await (await openPhone(browser, origin, BRIDGE)).newPage();
  await author.goto('/createaccount');
  await signUp(author, { name: 'Ana', email: 'ana@example.org', password: 'un long mot de passe' });
  await author.getByRole('heading', { name: parcoursStrings.title }).waitFor();
  await createParcours(author, 'Les quais', 'Deux voix au bord de la Seine.');

  await dropAtPosition(author, 'moov-at-end.m4a', 'Le pont');
  await moveTo(author, GARDEN);
  await dropAtPosition(author, 'alac.caf', 'Le jardin');

  const link = await inviteFellowDropper(author);

  const walker = await (await openWalkerWithoutMap(browser, origin, FAR)).newPage();
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
}

/** Makes a link in the settings pane and reads it. */
async function inviteFellowDropper(page: Page): Promise<string> {
  await openPane(page, paneStrings.settings);
  await page.getByRole('button', { name: paneStrings.makeLink }).click();
  return page.getByLabel(paneStrings.link).inputValue();
}

/** Five steps from one position to another, each seen by the app before the next. */
async function walk(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  for (let step = 1; step <= 5; step++) {
    const share = step / 5;
    await moveTo(page, [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
  }
}

async function hasStopped(page: Page): Promise<void> {
  await expect.poll(async () => (await readSound(page)).playing, { timeout: 20_000 }).toBe(false);
}
