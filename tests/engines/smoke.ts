import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { editorStrings } from '../../app/words/editor.ts';
import { mapPanes } from '../../app/words/map-panes.ts';
import { strings } from '../../app/words/strings.ts';
import { DEMO_PARCOURS } from '../../server/demo/parcours.ts';
import type { EngineName, Position, Tab } from '../support/engines/engine.ts';
import { missingFor } from '../support/engines/engines.ts';
import {
  AT_DAUPHINE,
  audioFile,
  flip,
  hears,
  logIn,
  mapReady,
  openMap,
  openStage,
  placesNamed,
  type Stage,
  soundOf,
  standAt,
} from './stage.ts';

const PLAYER = { role: 'region', name: strings.listen.player };
const EDITOR = { role: 'region', name: editorStrings.label };
const STORY = 'Place Dauphine';
const NEXT_STORY = 'Henri IV sur le Pont-Neuf';
const AT_HENRI: Position = [2.34105, 48.85714];
const AT_NONE: Position = [2.3425, 48.8595];

/** The twelve steps that the app is tried by, in one browser. */
export function describeSmoke(name: EngineName): void {
  const missing = missingFor(name);
  describe.skipIf(missing.length > 0)(
    `${name}${missing.length > 0 ? ` (not here: ${missing.join(', ')})` : ''}`,
    () => {
      let stage: Stage;
      let tab: Tab;

      beforeAll(async () => {
        stage = await openStage(name);
        tab = stage.tab;
      });
      afterEach(async ({ task }) => {
        if (task.result?.state === 'fail' && process.env.ENGINE_SHOTS !== undefined) {
          await tab.screenshot(join(process.env.ENGINE_SHOTS, `${name}-${task.name.replaceAll(' ', '-')}.png`));
        }
        await stage.front.goOnline();
        expect(await tab.errors()).toEqual([]);
      });
      afterAll(() => stage?.stop());

      it('login', async () => {
        await logIn(tab, stage.account);
        await tab.tap({ role: 'link', name: strings.parcours.done });
        await tab.until(() => location.pathname === '/home');
      });

      it('map drawn', async () => {
        await openMap(stage);
        await tab.shown(`[data-testid="map"][data-place-count="${DEMO_PARCOURS.places.length}"]`);
        const file = join(tmpdir(), `drop-ici-${name}-${process.pid}.png`);
        const { x, y, width, height } = await tab.box('[data-testid="map"] canvas');
        await tab.screenshot(file);
        const area = { left: Math.round(x), top: Math.round(y), width: Math.floor(width), height: Math.floor(height) };
        const { data, info } = await sharp(file)
          .extract(area)
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const colours = new Set<number>();
        for (let at = 0; at < data.length; at += info.channels) colours.add(data.readUIntBE(at, 3));
        expect(colours.size).toBeGreaterThan(200);
      });

      it('story plays and seeks', async () => {
        await openMap(stage);
        await tab.tap({ role: 'button', name: strings.map.placeList });
        await tab.tap({ role: 'button', name: new RegExp(`^${STORY}`), within: { role: 'dialog' } });
        await tab.tap({ role: 'button', name: strings.listen.play, within: PLAYER });
        await hears(tab, STORY);
        const { durationS } = await soundOf(tab);
        const { x, y, width, height } = await tab.box('[data-testid="waveform"]');
        await tab.tapAt([x + width * 0.6, y + height / 2]);
        await tab.until((fromS) => (document.querySelector('audio')?.currentTime ?? 0) > fromS, durationS * 0.6);
        expect((await soundOf(tab)).positionS).toBeLessThan(durationS * 0.9);
        expect((await soundOf(tab)).isPlaying).toBe(true);
      });

      it('sur place through two places', async () => {
        await stage.phone.moveTo(AT_NONE);
        await openMap(stage);
        await standAt(stage, AT_NONE);
        await tab.tap({ role: 'button', name: strings.walk.start });
        await standAt(stage, AT_DAUPHINE);
        await hears(tab, STORY);
        await standAt(stage, AT_HENRI);
        await hears(tab, NEXT_STORY);
        await tab.tap({ role: 'button', name: strings.walk.stop });
      });

      it('m4a uploaded', () => upload('moov-at-end.m4a', 'Un m4a'));

      it('caf uploaded', () => upload('alac.caf', 'Un caf'));

      it('recording saved', async () => {
        await openMap(stage);
        await standAt(stage, AT_HENRI);
        await tab.tap({ role: 'button', name: strings.record.start });
        await tab.until(() => /0:0[2-9]/.test(document.querySelector('[role=timer]')?.textContent ?? ''));
        await tab.tap({ role: 'button', name: strings.record.stop });
        const popup = { role: 'dialog', name: strings.record.title };
        await tab.type({ role: 'textbox', name: strings.drops.name, within: popup }, 'Sous les tilleuls');
        await tab.tap({ role: 'button', name: strings.drops.save, within: popup });
        await tab.gone(popup);
        await arrived('Sous les tilleuls');
      });

      it('zone drawn', async () => {
        await openMap(stage);
        await flip(tab, mapPanes.tools.editorTools, mapPanes.tools.drawTools);
        await tab.shown('[data-draw-ready="true"]');
        await tab.tap({ role: 'button', name: editorStrings.drawing.polygon, within: EDITOR });
        for (const corner of [
          [120, 100],
          [280, 100],
          [280, 220],
        ] as const)
          await tab.tapAt(corner);
        await tab.tap({ role: 'button', name: editorStrings.drawing.finish, within: EDITOR });
        await tab.attach('section input[type=file]', audioFile('conforming-mono.wav'));
        await tab.shown({ role: 'button', name: strings.drops.play, within: EDITOR });
        await tab.type({ role: 'textbox', name: editorStrings.title, within: EDITOR }, 'Le parvis');
        await tab.tap({ role: 'button', name: editorStrings.save, within: EDITOR });
        const zone = await arrived('Le parvis');
        expect(zone.feature.type).toBe('Polygon');
        await flip(tab, mapPanes.tools.drawTools, mapPanes.tools.editorTools);
      });

      it('off-line shell', async () => {
        await openMap(stage);
        await tab.evaluate(async () => void (await navigator.serviceWorker.ready));
        await tab.reload();
        await mapReady(tab);
        await stage.front.goOffline();
        await tab.open('/home');
        await mapReady(tab);
      });

      it('story fetched ahead, without a network', async () => {
        await stage.phone.moveTo(AT_NONE);
        await openMap(stage);
      });

      it('two tabs', async () => {
        await openMap(stage);
        await flip(tab, mapPanes.tools.editorTools, mapPanes.tools.drawTools);
        await tab.shown('[data-draw-ready="true"]');
        const second = await stage.phone.openTab();
        await openMap({ ...stage, tab: second });
        await logOut(second);
        await tab.until(() => location.pathname === '/login');
        expect(await second.errors()).toEqual([]);
        await second.close();
      });

      it('logout', async () => {
        await openMap(stage);
        await flip(tab, mapPanes.tools.editorTools, mapPanes.tools.drawTools);
        await tab.shown('[data-draw-ready="true"]');
        await logOut(tab);
        await tab.until(() => location.pathname === '/login');
        expect(await tab.evaluate(() => localStorage.getItem('token'))).toBe(null);
      });

      async function logOut(of: Tab): Promise<void> {
        await of.tap({ role: 'button', name: strings.menu.open });
        await of.tap({ role: 'button', name: strings.menu.logout });
      }

      async function upload(file: string, title: string): Promise<void> {
        await openMap(stage);
        await standAt(stage, AT_HENRI);
        await tab.tap({ role: 'button', name: strings.drops.open });
        const sheet = { role: 'dialog', name: strings.drops.title };
        await tab.tap({ role: 'radio', name: strings.drops.here, within: sheet });
        await tab.type({ role: 'textbox', name: strings.drops.name, within: sheet }, title);
        await tab.attach('[role=dialog] input[type=file]', audioFile(file));
        await tab.tap({ role: 'button', name: strings.drops.save, within: sheet });
        await arrived(title);
      }

      /** The place of this name, once the server has its audio. */
      async function arrived(title: string) {
        const all = () => placesNamed(tab, title);
        await expect.poll(async () => (await all())[0]?.media?.data.link, { timeout: 20_000 }).toBeTruthy();
        const [place] = await all();
        if (place === undefined) throw new Error(`${title} is gone`);
        return place;
      }
    },
  );
}
