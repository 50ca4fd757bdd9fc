import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mapStrings } from '../../../app/map/map-words.ts';
import { parcoursStrings } from '../../../app/parcours/parcours-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import { walkStrings } from '../../../app/walk/walk-words.ts';
import type { Pack, PackFile } from '../../../contracts/pack.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { DEMO_PARCOURS } from '../../../server/demo/demo-parcours.ts';
import { mapReady, readSound } from '../../e2e/steps.ts';
import { fillLongWalk, LONG_WALK_TITLE } from '../long-walk/fill.ts';
import { prepareReplay, readStarts, replayWalk } from '../long-walk/replay.ts';
import { makeLongWalk } from '../long-walk/scenario.ts';
import { expectedGroups, meetPlaces, NEVER_NEAR_M, STAY_MS } from '../long-walk/truth.ts';
import { type SilentServer, startSilentServer } from '../network/silent-line.ts';
import { drawNothing } from '../page/draw-nothing.ts';
import { openPhoneOnDisk } from '../phone/browser.ts';
import { loggedInStorage } from '../phone/use-phones.ts';
import { call } from '../server/api.ts';
import type { Person } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { expectToldInOrder } from '../soak/told-in-order.ts';
import { TRACK_STEP_MS } from '../walk-simulator/track.ts';
import { STREET_ZOOM, streetsAt, UNVISITED } from './map-of-page.ts';
import { downloadPack } from './steps.ts';

/** What holds on other walks, `tests/soak/guided-walks.test.ts` says. */
const SEED = 7;
const MINUTE_MS = 60 * 1000;
const START: [number, number] = [2.347, 48.8555];

/** How much of the two hours is walked. */
export interface PartOfPackedWalk {
  readonly untilMinute: number;
  /** When the page is loaded again. */
  readonly reloadMinute: number;
  /** Places farther away than this at all times have no story. */
  readonly storiesWithinM?: number;
  /** So many stories are due on this part, at least. */
  readonly dueMin: number;
  /** The server's settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Called once the stories are uploaded, for callers that wait for renditions. */
  readonly prepare?: (origin: string, token: string, parcoursIds: readonly ParcoursId[]) => Promise<void>;
  readonly timeoutMs?: number;
}

/**
 * Tests a long walk through 300 places without a network: their pack is downloaded, the browser closed, and the server
 * replaced by one that takes connections and never answers, so that whatever waits for a request waits for ever. Then the
 * browser is opened again on the same profile, and the app walked with.
 */
export function testPackedWalk(part: PartOfPackedWalk): void {
  const { untilMinute, reloadMinute, storiesWithinM = Number.POSITIVE_INFINITY } = part;
  const walk = makeLongWalk(SEED);
  const encounters = meetPlaces(
    walk.track.slice(0, (untilMinute * MINUTE_MS) / TRACK_STEP_MS),
    walk.places.map(({ geometry }) => geometry),
    STAY_MS,
  );
  const nearestM = (place: number): number => encounters[place]?.nearestM ?? Number.NaN;
  let folder: string;
  let silent: SilentServer | undefined;
  let phone: BrowserContext | undefined;
  let page: Page;
  let demo: Pack;
  /** Indices of the places whose story started, in order. */
  const started: number[] = [];
  /** Paths of the requests that left the page once there was no network. */
  const asked: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-packed-'));
    const profile = join(folder, 'profile');
    const server = await startServer({ ...part.env, DEMO: '1' });
    const { origin } = server;
    let files: readonly PackFile[];
    let sounds: readonly (string | null)[];
    try {
      const person = await demoAdmin(server);
      const [demoMap] = await call(origin, 'listParcours', { query: {} }, person.token);
      const filled = await fillLongWalk(origin, person, walk.places, (index) => nearestM(index) <= storiesWithinM);
      sounds = filled.sounds;
      const parcoursIds = [filled.parcoursId, ...(demoMap === undefined ? [] : [demoMap.id])];
      await part.prepare?.(origin, person.token, parcoursIds);
      const packs = await Promise.all(
        parcoursIds.map((parcoursId) => call(origin, 'readPack', { params: { mapId: parcoursId } }, person.token)),
      );
      [files, demo] = [packs[0]?.files ?? [], packs[1] as Pack];
      const storageState = loggedInStorage(origin, person, { selectedParcours: JSON.stringify([filled.parcoursId]) });
      phone = await openPhoneOnDisk(profile, origin, START, storageState);
      const connected = await phone.newPage();
      await downloadPack(connected, LONG_WALK_TITLE);
      await downloadPack(connected, DEMO_PARCOURS.title);
      await phone.close();
    } finally {
      await server.stop();
    }

    silent = await startSilentServer(origin);
    phone = await openPhoneOnDisk(profile, origin, START, null);
    await phone.addInitScript(drawNothing);
    await prepareReplay(phone);
    page = await phone.newPage();
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const collect = async (): Promise<void> => {
      const { starts } = await readStarts(page);
      started.push(...starts.map(({ sound }) => sounds.indexOf(masterOf(files, sound))));
    };
    await page.goto('/home');
    await placesShown(page, walk.places.length);
    await page.getByRole('button', { name: walkStrings.start }).click();
    await replayWalk(page, walk.deliveries, 0, reloadMinute * MINUTE_MS);
    await collect();
    await page.reload();
    await placesShown(page, walk.places.length);
    await page.getByRole('button', { name: walkStrings.stop }).waitFor();
    await replayWalk(page, walk.deliveries, reloadMinute * MINUTE_MS, untilMinute * MINUTE_MS);
    await collect();
  }, part.timeoutMs);
  afterAll(async () => {
    await phone?.close();
    await silent?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts every story that the walker stayed for, in the order they were reached, and none twice', () => {
    const groups = expectedGroups(encounters);
    expect(groups.flat().length).toBeGreaterThanOrEqual(part.dueMin);
    expectToldInOrder(started, groups);
    expect(started.filter((index, at) => started.indexOf(index) !== at)).toEqual([]);
  });

  it('starts nothing that was never near', () => {
    expect(started.filter((index) => nearestM(index) > NEVER_NEAR_M)).toEqual([]);
    expect(started).not.toContain(-1);
  });

  it('goes on with another parcours: each of its stories sounds, on its waveform', async () => {
    // In a page whose clock is the browser's own.
    page = (await phone?.newPage()) ?? page;
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/home/parcours');
    await page.getByRole('button', { name: parcoursStrings.listen(DEMO_PARCOURS.title) }).click();
    await page.getByRole('link', { name: parcoursStrings.done }).click();
    await placesShown(page, demo.places.length);
    for (const { appelation, media } of demo.places) {
      await page.getByRole('button', { name: mapStrings.placeList }).click();
      // Not the button beside it, which opens the place's page and names it, too.
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${appelation}`) })
        .click();
      const player = page.getByRole('region', { name: listenStrings.player });
      await player.getByText(appelation).waitFor();
      await player.getByTestId('waveform').waitFor();
      await expect.poll(async () => (await readSound(page)).positionS).toBeGreaterThan(0);
      expect((await readSound(page)).durationS).toBeCloseTo(media?.data.length ?? Number.NaN, 0);
      await player.getByRole('button', { name: listenStrings.pause }).click();
    }
  });

  it('draws a street that nobody was at', async () => {
    expect(await streetsAt(page, UNVISITED, STREET_ZOOM)).toContain('Rue Lagrange');
  });

  it('asks for no sound, waveform, picture or map', () => {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((path) => /^\/v1\/(media|image|map\/tiles)\//.test(path))).toEqual([]);
  });
}

/** SHA-256 of the master whose sound this is, by the name of the file that has this content; null if no file has. */
function masterOf(files: readonly PackFile[], sha256: string): string | null {
  const file = files.find((candidate) => candidate.sha256 === sha256);
  return file === undefined ? null : new URL(file.link, 'http://localhost').pathname.replace(/^.*\/|\.\w+$/g, '');
}

/** The admin of the demo's parcours, logged in by a call. */
async function demoAdmin({ origin, demo }: TestServer): Promise<Person> {
  const [admin] = demo?.accounts ?? [];
  if (admin === undefined) throw new Error('The server made no demo accounts');
  const { email, password } = admin;
  return { email, password, ...(await call(origin, 'login', { body: { email, password } })) };
}

async function placesShown(page: Page, count: number): Promise<void> {
  await mapReady(page);
  await page.locator(`[data-testid="map"][data-place-count="${count}"]`).waitFor();
}
