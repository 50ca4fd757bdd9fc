import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { packStrings } from '../../app/packs/packs-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import { DEMO_PARCOURS } from '../../server/demo/demo-parcours.ts';
import { projectRoot } from '../../server/project-root.ts';
import { call } from '../support/api.ts';
import { openPhoneOnDisk } from '../support/browser.ts';
import { drawNothing } from '../support/draw-nothing.ts';
import { STREET_ZOOM, streetsAt, UNVISITED } from '../support/packs/shown-map.ts';
import { downloadFromWelcome } from '../support/packs/steps.ts';
import { startServer } from '../support/server.ts';
import { type SilentServer, startSilentServer } from '../support/silent-server.ts';
import { shiftTimestamps } from '../support/walker.ts';
import { hears, mapReady, moveTo, storyOf } from './steps.ts';

/** On the other bank, where no place of the demo is near. */
const OTHER_BANK: [number, number] = [2.3425, 48.8595];
const ZONE = { name: 'Place Dauphine', at: [2.3425, 48.8565] as [number, number] };
const POINT = { name: 'Sainte-Chapelle', at: [2.34497, 48.85542] as [number, number] };

let folder: string | undefined;
let silent: SilentServer | undefined;
let phone: BrowserContext | undefined;
afterAll(async () => {
  await phone?.close();
  await silent?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test('a parcours that was downloaded from its welcome is walked, heard and drawn in a browser begun anew, whose server is silent', async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-packed-'));
  const profile = join(folder, 'profile');
  const server = await startServer({ DEMO: '1', MAP_PMTILES: join(projectRoot(), 'server/demo/cite.pmtiles') });
  const { origin } = server;
  const stories = new Map<string, string>();
  try {
    const [account] = server.demo?.accounts ?? [];
    if (account === undefined) throw new Error('The server made no demo accounts');
    const person = await call(origin, 'login', { body: account });
    const [map] = await call(origin, 'listParcours', { query: {} }, person.token);
    if (map === undefined) throw new Error('The demo has no map');
    const { places } = await call(origin, 'listPlaces', { body: { mapIds: [map.id] } }, person.token);
    for (const { appelation, media } of places) stories.set(appelation, storyOf(origin + (media?.data.link ?? '')));
    phone = await openPhoneOnDisk(profile, origin, OTHER_BANK, null);
    // Nothing is drawn, so nothing loads what only a drawn map would.
    await downloadFromWelcome(await phone.newPage(), server.demo?.guestLink ?? 'no guest link');
    await phone.close();
  } finally {
    await server.stop();
  }

  // It takes connections and never answers, so that whatever waits for a request waits for ever.
  silent = await startSilentServer(origin);
  phone = await openPhoneOnDisk(profile, origin, OTHER_BANK, null);
  for (const script of [shiftTimestamps, drawNothing]) await phone.addInitScript(script);
  const page = await phone.newPage();
  /** Paths of the requests that left the page. */
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const player = page.getByRole('region', { name: listenStrings.player });
  const hearAt = async ({ name, at }: typeof ZONE): Promise<void> => {
    await moveTo(page, at);
    await player.getByText(name).waitFor();
    await hears(page, stories.get(name) ?? '');
    await player.getByTestId('waveform').waitFor();
  };
  await page.goto('/home');
  await mapReady(page);
  await page.locator(`[data-testid="map"][data-place-count="${DEMO_PARCOURS.places.length}"]`).waitFor();
  // A street that nobody was at, while the map follows no walk.
  await page.locator('[data-testid="map"][data-walker]').waitFor();
  await expect.poll(() => streetsAt(page, UNVISITED, STREET_ZOOM), { timeout: 60_000 }).toContain('Rue Lagrange');
  await page.getByRole('button', { name: walkStrings.start }).click();
  await hearAt(ZONE);
  await hearAt(POINT);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((path) => /^\/v1\/(media|image|map\/tiles)\//.test(path))).toEqual([]);

  // The browser is short of room.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('drop-ici-kept')) await caches.delete(name);
  });
  await page.reload();
  await page.getByText(packStrings.chipLost).waitFor({ timeout: 60_000 });
});
