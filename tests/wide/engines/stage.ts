import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { paneStrings } from '../../../app/parcours/panes-words.ts';
import { parcoursStrings } from '../../../app/parcours/parcours-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import type { Place } from '../../../contracts/place.ts';
import type { Engine, Phone, Position, Tab, Target } from '../../support/engines/engine.ts';
import { type Front, startFront } from '../../support/engines/front.ts';
import { walkPageScript } from '../../support/engines/walk-page-script.ts';
import { DEMO_MAP } from '../../support/samples/demo-map.ts';
import { startServer } from '../../support/server/server.ts';

/** First position of the phone: a demo place that is far from the others. */
export const AT_DAUPHINE: Position = [2.34225, 48.85652];

const TAPS_MAX = 3;
/** Maximum time that a switch takes to change. */
const CHANGE_MS = 10_000;

/** How often a phone's sensor reports the position, and how long the map may take to show it. */
const FIX_INTERVAL_MS = 1000;
const POSITION_MS = 60_000;

/** A demo in a browser. */
export interface Stage {
  readonly engine: Engine;
  readonly front: Front;
  readonly phone: Phone;
  /** The tab that all steps use; {@link replacePhone} replaces it. */
  readonly tab: Tab;
  /** Whether the tab is in the state after a successful step; otherwise the next step reloads it. */
  isTidy: boolean;
  readonly account: { readonly email: string; readonly password: string };
  /** Replaces a phone that hangs by a new one, on which nobody is logged in. */
  replacePhone(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the demo and a browser that opens it. */
export async function openStage(open: () => Promise<Engine>): Promise<Stage> {
  const [server, engine] = await Promise.all([startServer({ DEMO: '1', MAP_PMTILES: DEMO_MAP }), open()]);
  const front = await startFront(server.origin, { pageScript: `${engine.pageScript}(${walkPageScript})();` });
  let phone = await engine.openPhone(front.origin, AT_DAUPHINE);
  let tab = await phone.openTab();
  const [account] = server.demo?.accounts ?? [];
  if (account === undefined) throw new Error('The server made no demo accounts');
  return {
    engine,
    front,
    get phone() {
      return phone;
    },
    get tab() {
      return tab;
    },
    account,
    isTidy: false,
    replacePhone: async () => {
      await phone.close();
      phone = await engine.openPhone(front.origin, AT_DAUPHINE);
      tab = await phone.openTab();
    },
    stop: async () => {
      await phone.close();
      await engine.close();
      await front.stop();
      await server.stop();
    },
  };
}

/** Absolute path of a real encoded file. */
export function audioFile(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/audio/${name}`, import.meta.url));
}

/** Logs in by hand on the login screen, up to the map. */
export async function logIn(tab: Tab, { email, password }: Stage['account']): Promise<void> {
  await tab.shown({ role: 'button', name: strings.login.submit });
  await tab.type({ role: 'textbox', name: strings.login.email }, email);
  await tab.type('input[type=password]', password);
  await tab.tap({ role: 'button', name: strings.login.submit });
  await tab.tap({ role: 'link', name: parcoursStrings.done });
  await tab.until(() => location.pathname === '/home');
}

/** Shows the map with its places, after a login if nobody is logged in. */
export async function openMap({ tab, account, isTidy }: Pick<Stage, 'tab' | 'account' | 'isTidy'>): Promise<void> {
  if (isTidy && (await tab.shows(LISTED))) return;
  // Forgets a walk that an earlier step did not end.
  await tab.evaluate(() => sessionStorage.clear()).catch(() => undefined);
  await tab.open('/home');
  if (await tab.evaluate(() => localStorage.getItem('token') === null)) await logIn(tab, account);
  await mapReady(tab);
  await tab.shown(LISTED);
}

/** Selects the map once it has its places. */
export const LISTED = '[data-testid="map"]:not([data-place-count="0"])';

/** Waits until the map is drawn. */
export async function mapReady(tab: Tab): Promise<void> {
  await tab.shown('[data-testid="map"][data-map-ready="true"]');
}

/**
 * Moves the phone and waits until the map shows it. Reports the position each second, as sensors do: Chromium loses a
 * report that comes just as the app starts another watch.
 */
export async function standAt({ phone, tab }: Pick<Stage, 'phone' | 'tab'>, at: Position): Promise<void> {
  const walker = `[data-testid="map"][data-walker="${at.join(',')}"]`;
  const seen = async (): Promise<void> => expect(await tab.shows(walker), `the walker at ${at}`).toBe(true);
  const report = async (): Promise<void> => {
    await phone.moveTo(at);
    await vi.waitFor(seen, { timeout: FIX_INTERVAL_MS });
  };
  await vi.waitFor(report, { timeout: POSITION_MS, interval: 0 });
}

/** Shows the buttons that add drops. */
export async function startDropping(tab: Tab): Promise<void> {
  if (await tab.shows({ role: 'button', name: dropStrings.open })) return;
  await flip(tab, paneStrings.dropMode);
}

/** Turns a switch of the settings pane on or off. */
export async function flip(tab: Tab, ...names: readonly string[]): Promise<void> {
  await tab.tap({ role: 'tab', name: paneStrings.settings });
  for (const name of names) await tapSwitch(tab, { role: 'switch', name });
  await tab.tap({ role: 'tab', name: paneStrings.map });
}

/** Taps a switch until it has changed: WebKit's driver sometimes loses a tap on a busy machine. */
async function tapSwitch(tab: Tab, target: Target): Promise<void> {
  const before = await tab.isChecked(target);
  const changed = async (): Promise<void> => expect(await tab.isChecked(target)).toBe(!before);
  for (let taps = 1; taps < TAPS_MAX; taps++) {
    await tab.tap(target);
    if (
      await vi.waitFor(changed, { timeout: CHANGE_MS }).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  await tab.tap(target);
  await vi.waitFor(changed, { timeout: CHANGE_MS });
}

/** Returns the state of the app's only audio element. */
export function soundOf(tab: Tab): Promise<{ positionS: number; durationS: number; isPlaying: boolean; url: string }> {
  return tab.evaluate(() => {
    const audio = document.querySelector('audio');
    return {
      positionS: audio?.currentTime ?? 0,
      durationS: audio?.duration ?? 0,
      isPlaying: audio !== null && !audio.paused && !audio.ended,
      url: audio?.currentSrc ?? '',
    };
  });
}

/** Waits until the story of this name has played for more than a second. */
export async function hears(tab: Tab, name: string): Promise<void> {
  await tab.shown({ role: 'heading', name, within: { role: 'region', name: listenStrings.player } });
  await tab.until(() => {
    const audio = document.querySelector('audio');
    return audio !== null && !audio.paused && audio.currentTime > 1;
  });
}

/** Returns the places of this name as the server lists them. */
export async function placesNamed(tab: Tab, name: string): Promise<Place[]> {
  const places = await tab.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}`, 'Content-Type': 'application/json' };
    const maps = await (await fetch('/v1/map/maps-for-user', { headers })).json();
    const body = JSON.stringify({ mapIds: maps.map((map: { id: number }) => map.id) });
    return (await (await fetch('/v1/place/places/by-map-ids', { method: 'POST', headers, body })).json()).places;
  });
  return (places as Place[]).filter(({ appelation }) => appelation === name);
}
