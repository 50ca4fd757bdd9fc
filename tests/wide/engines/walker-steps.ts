import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { mapStrings } from '../../../app/map/map-words.ts';
import { packStrings } from '../../../app/packs/packs-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import { pocketStrings } from '../../../app/walk/pocket/pocket-words.ts';
import { walkStrings } from '../../../app/walk/walk-words.ts';
import { DEMO_PARCOURS } from '../../../server/demo/demo-parcours.ts';
import type { Position } from '../../support/engines/engine.ts';
import {
  AT_DAUPHINE,
  hears,
  LISTED,
  logIn,
  mapReady,
  openMap,
  placesNamed,
  type Stage,
  soundOf,
  standAt,
} from './stage.ts';
import type { Steps } from './test-steps.ts';

/** A story that no step walks to, because a story that was chosen before no longer starts by itself. */
const CHOSEN = 'Sainte-Chapelle';
/** A position without places nearby. */
const OTHER_BANK: Position = [2.3425, 48.8595];
const HENRI = { name: 'Henri IV sur le Pont-Neuf', at: [2.34105, 48.85714] } as const;
const HORLOGE = { name: "Tour de l'Horloge", at: [2.34625, 48.85616], before: [2.34625, 48.8567] } as const;
/** Two further places, far apart. */
const IN_POCKET: readonly Position[] = [
  [2.34839, 48.85388],
  [2.35255, 48.85175],
];
/** Two notes of two tones each. */
const STORY_TONES = 4;
/** A drawn map has more colours than this; a plain ground with a dot has fewer. */
const COLOURS = 200;

const LIST_MAPS = '/v1/map/maps-for-user';
const LIST_PLACES = '/v1/place/places/by-map-ids';

async function login({ tab, account }: Stage): Promise<void> {
  await tab.open('/login');
  await logIn(tab, account);
}

/** Checks that the map has all places and draws more than a plain ground. */
async function mapDrawn(stage: Stage): Promise<void> {
  const { tab, engine } = stage;
  await openMap(stage);
  await tab.shown(`[data-testid="map"][data-place-count="${DEMO_PARCOURS.places.length}"]`);
  const file = join(tmpdir(), `drop-ici-${engine.name}-${process.pid}.png`);
  const { x, y, width, height } = await tab.box('[data-testid="map"] canvas');
  await tab.screenshot(file);
  const { width: shownWidth, height: shownHeight } = await sharp(file).metadata();
  const area = {
    left: Math.round(x),
    top: Math.round(y),
    width: Math.floor(Math.min(width, shownWidth - x)),
    height: Math.floor(Math.min(height, shownHeight - y)),
  };
  const { data, info } = await sharp(file).extract(area).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colours = new Set<number>();
  for (let at = 0; at < data.length; at += info.channels) colours.add(data.readUIntBE(at, 3));
  expect(colours.size).toBeGreaterThan(COLOURS);
}

/** Plays a story of the list and seeks by a tap on its waveform. */
async function storyPlaysAndSeeks(stage: Stage): Promise<void> {
  const { tab } = stage;
  await openMap(stage);
  await tab.tap({ role: 'button', name: mapStrings.placeList });
  await tab.tap({ role: 'button', name: new RegExp(`^${CHOSEN}`), within: { role: 'dialog' } });
  await hears(tab, CHOSEN);
  const { durationS } = await soundOf(tab);
  const { x, y, width, height } = await tab.box('[data-testid="waveform"]');
  await tab.tapAt([x + width * 0.6, y + height / 2]);
  await tab.until((fromS) => (document.querySelector('audio')?.currentTime ?? 0) > fromS, durationS * 0.6);
  expect(await soundOf(tab)).toMatchObject({ isPlaying: true });
  expect((await soundOf(tab)).positionS).toBeLessThan(durationS * 0.95);
  await tab.tap({ role: 'button', name: listenStrings.close });
}

/** Walks through two places, whose stories start by themselves. */
async function walkThroughTwoPlaces(stage: Stage): Promise<void> {
  const { tab } = stage;
  await openMap(stage);
  await standAt(stage, OTHER_BANK);
  await tab.tap({ role: 'button', name: walkStrings.start });
  await standAt(stage, AT_DAUPHINE);
  await hears(tab, 'Place Dauphine');
  await standAt(stage, HENRI.at);
  await hears(tab, HENRI.name);
  await tab.tap({ role: 'button', name: walkStrings.stop });
}

/** Checks that pocket mode tells each story after its signal, which the device has played to its end. */
async function signalsOfPocketMode(stage: Stage): Promise<void> {
  const { tab, phone } = stage;
  await openMap(stage);
  await standAt(stage, OTHER_BANK);
  await tab.evaluate(() => {
    const counted = Object.assign(window, { tonesEnded: 0 });
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function count(this: AudioScheduledSourceNode, atS) {
      // If the audio clock stands still, no tone ends.
      this.addEventListener('ended', () => {
        counted.tonesEnded += 1;
      });
      start.call(this, atS);
    };
  });
  await tab.tap({ role: 'button', name: /^(Commencer|Continuer) la balade/ });
  await tab.tap({ role: 'button', name: pocketStrings.enter });
  for (const [index, at] of IN_POCKET.entries()) {
    const { url } = await soundOf(tab);
    const tells = async (): Promise<void> => {
      await phone.moveTo(at);
      const sound = await soundOf(tab);
      expect([sound.url !== url, sound.isPlaying]).toEqual([true, true]);
    };
    await vi.waitFor(tells, { timeout: 60_000, interval: 1000 });
    await tab.until(
      (tones) => (window as Window & { tonesEnded?: number }).tonesEnded === tones,
      STORY_TONES * (index + 1),
    );
  }
  await openMap({ ...stage, isTidy: false });
}

/** Checks that a story that was fetched on the way to its place plays without a network. */
async function storyFetchedAhead(stage: Stage): Promise<void> {
  const { tab, front } = stage;
  await openMap(stage);
  const [place] = await placesNamed(tab, HORLOGE.name);
  const link = place?.media?.data.link ?? 'no audio';
  await standAt(stage, HORLOGE.before);
  await tab.tap({ role: 'button', name: /^(Commencer|Continuer) la balade/ });
  await expect.poll(() => front.delivered, { timeout: 60_000 }).toContain(link);
  await front.goOffline();
  await standAt(stage, HORLOGE.at);
  await hears(tab, HORLOGE.name);
  await tab.tap({ role: 'button', name: walkStrings.stop });
}

/**
 * Opens the app without a network, although the device says that it is online: the app says so and shows the last
 * places. Once the network is back, the app notices that and loads the maps and places.
 */
async function offlineShell(stage: Stage): Promise<void> {
  const { tab, front } = stage;
  await openMap(stage);
  await tab.evaluate(async () => void (await navigator.serviceWorker.ready));
  await front.goOffline();
  await tab.open('/home');
  await mapReady(tab);
  const retry = { role: 'button', name: strings.app.retry };
  await tab.shown(retry);
  expect(await tab.shows(LISTED)).toBe(true);
  await tab.shown({ role: 'button', name: new RegExp(packStrings.chipNoNetwork) });
  const askedBefore = front.asked.length;
  await front.goOnline();
  await tab.gone(retry);
  expect(front.asked.slice(askedBefore)).toEqual(
    expect.arrayContaining([LIST_MAPS, expect.stringContaining(LIST_PLACES)]),
  );
}

/** The journey of a walker. */
export const WALKER_STEPS: Steps = {
  login,
  'map drawn': mapDrawn,
  'story plays and seeks': storyPlaysAndSeeks,
  '‘sur place’ through two places': walkThroughTwoPlaces,
  'signals of pocket mode': signalsOfPocketMode,
  'story fetched ahead plays without a network': storyFetchedAhead,
  'off-line shell': offlineShell,
};
