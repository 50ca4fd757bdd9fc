import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import { projectRoot } from '../../server/project-root.ts';
import { toneOf } from '../support/audio/wav-bytes.ts';
import { waveformsTaken } from '../support/database/kept-data.ts';
import { type SilentServer, startSilentServer } from '../support/network/silent-line.ts';
import { STREET_ZOOM, streetsAt, UNVISITED } from '../support/packs/map-of-page.ts';
import { downloadFromWelcome } from '../support/packs/steps.ts';
import { drawNothing } from '../support/page/draw-nothing.ts';
import { openPhoneOnDisk } from '../support/phone/browser.ts';
import { shiftTimestamps } from '../support/phone/walker.ts';
import { call } from '../support/server/api.ts';
import { makeInvite, makeParcours, pointPlace, signUpAs, upload } from '../support/server/people.ts';
import { startServer } from '../support/server/server.ts';
import { hears, mapReady, moveTo, storyOf } from './steps.ts';

/** On the other bank, where no place is near. */
const OTHER_BANK: [number, number] = [2.3425, 48.8595];
const RING: [number, number][] = [
  [2.3417, 48.8569],
  [2.3427, 48.8562],
  [2.3429, 48.8567],
  [2.3417, 48.8569],
];
const ZONE = { name: 'La place', at: [2.3425, 48.8565] as [number, number] };
const POINT = { name: 'Le parvis', at: [2.347, 48.853] as [number, number] };
/** None ends while it is looked at. */
const LENGTH_S = 30;

let folder: string | undefined;
let silent: SilentServer | undefined;
let phone: BrowserContext | undefined;
afterAll(async () => {
  await phone?.close();
  await silent?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test('a parcours downloaded from its welcome is walked, heard and drawn in a browser begun anew, without its server', async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-packed-'));
  const profile = join(folder, 'profile');
  const server = await startServer({ MAP_PMTILES: join(projectRoot(), 'server/demo/cite.pmtiles') });
  const { origin } = server;
  const stories = new Map<string, string>();
  try {
    const ana = await signUpAs(server, 'Ana', 'admin');
    const mapId = await makeParcours(origin, ana);
    const point = pointPlace(mapId, POINT.name, POINT.at);
    const geometry = { type: 'Polygon' as const, coordinates: [RING] };
    const zone = { ...point, geometry, properties: { ...point.properties, appelation: ZONE.name } };
    for (const [hz, body] of [zone, point].entries()) {
      const { newPlace } = await call(origin, 'createPlace', { body }, ana.token);
      const story = toneOf(330 + 110 * hz, LENGTH_S);
      const { link } = await upload(origin, ana, newPlace.place_id, story, { length: LENGTH_S });
      stories.set(body.properties.appelation, storyOf(origin + link));
    }
    await waveformsTaken(server.dataDir);
    const { link } = await makeInvite(origin, ana, mapId);
    phone = await openPhoneOnDisk(profile, origin, OTHER_BANK, null);
    // Nothing is drawn, so nothing loads what only a drawn map would.
    await downloadFromWelcome(await phone.newPage(), link);
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
  await page.locator('[data-testid="map"][data-place-count="2"]').waitFor();
  // A street that nobody was at, while the map follows no walk.
  await page.locator('[data-testid="map"][data-walker]').waitFor();
  await expect.poll(() => streetsAt(page, UNVISITED, STREET_ZOOM), { timeout: 60_000 }).toContain('Rue Lagrange');
  await page.getByRole('button', { name: walkStrings.start }).click();
  await hearAt(ZONE);
  await hearAt(POINT);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((path) => /^\/v1\/(media|image|map\/tiles)\//.test(path))).toEqual([]);
});
