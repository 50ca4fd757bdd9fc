import type { Browser, BrowserContext, Page } from 'playwright';
import { mapStrings } from '../../../app/map/map-words.ts';
import { packStrings } from '../../../app/packs/packs-words.ts';
import { nearbyStrings } from '../../../app/walk/nearby/nearby-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import { pocketStrings } from '../../../app/walk/pocket/pocket-words.ts';
import { walkStrings } from '../../../app/walk/walk-words.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { makePlaces } from '../../bench/quarter.ts';
import { mapReady, mapScreenReady, moveTo } from '../../e2e/steps.ts';
import { downloadPack } from '../packs/steps.ts';
import { call } from '../server/api.ts';
import { makeParcours, type Person, signUp } from '../server/people.ts';
import type { TestServer } from '../server/server.ts';
import { openPhone } from './browser.ts';
import { loggedInStorage } from './use-phones.ts';
import { shiftTimestamps } from './walker.ts';

const NANTES: [number, number] = [-1.5536, 47.2184];
const LES_HALLES: [number, number] = [2.345, 48.8693];
const THERE: [number, number] = [2.34225, 48.85652];
/** Where no place of the demo is near. */
const OTHER_BANK: [number, number] = [2.3425, 48.8595];
const LATER: [number, number] = [2.3497, 48.8533];
const MAP = 'Île de la Cité';
const CROWD = 1000;
const FAN = 17;
const WIDE_M = 2000;

/** How a browser looks that the pictures are taken in: its window, and its theme. */
export interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly theme: string;
  readonly shoot: (page: Page, screen: string) => Promise<void>;
}

/** Takes pictures of walks that lack something: nearness, accuracy, a position, a screen, a pack, or room on the map. */
export async function visitHardWalks(browser: Browser, server: TestServer, look: Look): Promise<void> {
  const [account] = server.demo?.accounts ?? [];
  if (account === undefined) throw new Error('The server made no demo accounts');
  const { user, token } = await call(server.origin, 'login', { body: account });
  const person = { user, token };
  const open = async (position: [number, number], ...scripts: (() => void)[]): Promise<Page> => {
    const phone = await openLooking(browser, server, look, person, position);
    for (const script of scripts) await phone.addInitScript(script);
    const page = await phone.newPage();
    await page.goto('/home');
    await mapReady(page);
    return page;
  };
  const start = (page: Page) => page.getByRole('button', { name: /^(Commencer|Continuer) la balade/ }).click();
  const done = (page: Page) => page.context().close();

  const far = await open(NANTES);
  await look.shoot(far, 'far');
  await start(far);
  await far.getByRole('button', { name: walkStrings.stop }).waitFor();
  await mapAtRest(far);
  await look.shoot(far, 'far-walk');
  await done(far);

  const away = await open(LES_HALLES);
  await start(away);
  await away.getByRole('button', { name: walkStrings.stop }).waitFor();
  await mapAtRest(away);
  await look.shoot(away, 'away-walk');
  await done(away);

  const vague = await open(OTHER_BANK, shiftTimestamps);
  await start(vague);
  await moveTo(vague, LATER, 300);
  await vague.getByText(nearbyStrings.listenFromHere).first().waitFor();
  await mapAtRest(vague);
  await look.shoot(vague, 'vague-walk');
  await vague.getByRole('button', { name: mapStrings.placeList }).click();
  await look.shoot(vague, 'vague-list');
  await done(vague);

  const silent = await open(OTHER_BANK, neverAnswer);
  await start(silent);
  await silent.getByText(nearbyStrings.noAnswer).waitFor();
  await look.shoot(silent, 'silent-walk');
  await done(silent);

  const locked = await open(THERE, shiftTimestamps);
  await start(locked);
  await locked.getByRole('button', { name: listenStrings.pause }).waitFor();
  await locked.evaluate(show, 'hidden');
  await locked.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 600_000;
    if (window.walkedMs !== undefined) window.walkedMs += 600_000;
  });
  await moveTo(locked, LATER);
  await locked.evaluate(show, 'visible');
  await moveTo(locked, [LATER[0], LATER[1] + 0.0001]);
  await locked.getByRole('region', { name: pocketStrings.passed }).waitFor();
  await mapAtRest(locked);
  await look.shoot(locked, 'locked-walk');
  await done(locked);

  const crowded = await crowdOf(server, look.theme + look.viewport.width);
  const crowd = await openLooking(browser, server, look, crowded.person, THERE);
  const shown = await crowd.newPage();
  for (const [name, parcoursId, count] of crowded.maps) {
    // The app would choose another map than it has, once it knows its list.
    await shown.goto('/icons/icon-192.png');
    await shown.evaluate((id) => localStorage.setItem('selectedParcours', `[${id}]`), parcoursId);
    await shown.goto('/home');
    await mapScreenReady(shown, count);
    await mapReady(shown);
    await mapAtRest(shown);
    const canvas = shown.locator('[data-testid="map"] canvas').first();
    // The walker's dot is over it.
    if (name === 'fan') await canvas.click({ force: true });
    await look.shoot(shown, name);
    if (name !== 'crowd') continue;
    await canvas.focus();
    for (let zooms = 0; zooms < 4; zooms++) {
      await shown.keyboard.press('Minus');
      await mapAtRest(shown);
    }
    await look.shoot(shown, 'crowd-far');
  }
  await crowd.close();
  await visitLostPack(browser, server, look, person);
}

async function visitLostPack(browser: Browser, server: TestServer, look: Look, person: Pick<Person, 'user' | 'token'>) {
  const phone = await openLooking(browser, server, look, person, THERE, 'allow');
  const page = await phone.newPage();
  await downloadPack(page, MAP);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('drop-ici-kept')) await caches.delete(name);
  });
  await page.goto('/home/parcours');
  await page.getByText(packStrings.rowLabel(packStrings.status.lost)).waitFor();
  await look.shoot(page, 'pack-lost-maps');
  await phone.setOffline(true);
  await page.goto('/home');
  await page.getByText(packStrings.chipLost).waitFor();
  await mapReady(page);
  await look.shoot(page, 'pack-lost');
  await page.getByRole('button', { name: /^(Commencer|Continuer) la balade/ }).click();
  await page.getByRole('button', { name: walkStrings.stop }).waitFor();
  await mapAtRest(page);
  await look.shoot(page, 'pack-lost-walk');
  await phone.close();
}

async function openLooking(
  browser: Browser,
  server: TestServer,
  { viewport, theme }: Look,
  person: Pick<Person, 'user' | 'token'>,
  position: [number, number],
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> {
  const storageState = loggedInStorage(server.origin, person, { theme, selectedParcours: '[1]' });
  const deviceScaleFactor = viewport.width < 500 ? 2 : 1;
  const options = { viewport, deviceScaleFactor, storageState, serviceWorkers };
  const phone = await openPhone(browser, server.origin, position, options);
  // Nobody waits for it, and drawing maps in software takes a busy machine long.
  phone.setDefaultTimeout(120_000);
  // tsx keeps the names of functions by a helper, which the page does not have.
  await phone.addInitScript('globalThis.__name = (made) => made');
  return phone;
}

/** Somebody with maps that have much on them, each with how many places it has. */
async function crowdOf({ origin }: TestServer, name: string) {
  const person = await signUp(origin, `Foule ${name}`);
  const mapOf = async (title: string, shapes: readonly (readonly [string, Geometry])[]) => {
    const parcoursId = await makeParcours(origin, person, title);
    for (const [appelation, geometry] of shapes) {
      const properties = { appelation, type: 'la' as const, mapId: parcoursId };
      await call(origin, 'createPlace', { body: { type: 'Feature', geometry, properties } }, person.token);
    }
    return [parcoursId, shapes.length] as const;
  };
  const crowd = makePlaces(7, CROWD).map(({ geometry }, at) => [`Lieu ${at + 1}`, geometry] as const);
  const fan = Array.from({ length: FAN }, (_, at): readonly [string, Geometry] => [
    at % 5 === 0 ? `Une histoire dont le nom est long, la numéro ${at + 1}` : `Histoire ${at + 1}`,
    { type: 'Point', coordinates: THERE },
  ]);
  const [lng, lat] = THERE;
  const [east, north] = [WIDE_M / 2 / 73_360, WIDE_M / 2 / 111_200];
  const ring = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]): [number, number] => [lng + x * east, lat + y * north]);
  const wide: (readonly [string, Geometry])[] = [
    ['Toute la ville', { type: 'Polygon', coordinates: [ring] }],
    ['Place Dauphine', { type: 'Point', coordinates: THERE }],
    [
      'Le très long nom de la Sainte-Chapelle du palais des rois de France',
      { type: 'Point', coordinates: [2.34497, 48.85542] },
    ],
  ];
  const maps: (readonly [string, ParcoursId, number])[] = [];
  for (const [title, shapes] of [
    ['crowd', crowd],
    ['fan', fan],
    ['wide', wide],
  ] as const) {
    maps.push([title, ...(await mapOf(title, shapes))]);
  }
  return { person, maps };
}

/** Waits until the map has come to rest, and all of it is drawn there. */
async function mapAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { view, drawnView } = document.querySelector<HTMLElement>('[data-view]')?.dataset ?? {};
    return view !== undefined && view === drawnView;
  });
}

/** In the page: no question about the position is ever answered. */
function neverAnswer(): void {
  Object.assign(navigator.geolocation, { getCurrentPosition: () => {}, watchPosition: () => 1 });
}

/** In the page: it goes out of sight, or comes back. */
function show(state: string): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
