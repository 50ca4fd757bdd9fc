import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { type PageLoad, readPageLoad } from '../support/long-walk/page-load.ts';
import { prepareReplay, readStarts, replayWalk, type Start } from '../support/long-walk/replay.ts';
import { type LongWalk, makeLongWalk, WALK_MS } from '../support/long-walk/scenario.ts';
import { expectedGroups, meetPlaces, NEVER_NEAR_M, STAY_MS } from '../support/long-walk/truth.ts';
import { makeParcours, signUp, upload } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { wavOf } from '../support/wav-bytes.ts';
import { loggedInStorage, mapReady } from './steps.ts';

/** What holds on other walks, `tests/support/long-walk/guided.test.ts` says. */
const SEED = 7;
const RATE_HZ = 44_100;
const MINUTE_MS = 60 * 1000;
const RELOAD_MINUTE = 50;
const UPLOADS_AT_ONCE = 4;

describe('a walk of two hours', () => {
  const walk = makeLongWalk(SEED);
  const encounters = meetPlaces(
    walk.track,
    walk.places.map(({ geometry }) => geometry),
    STAY_MS,
  );
  let server: TestServer;
  let browser: Browser;
  let phone: BrowserContext;
  let page: Page;
  /** Indices of the places whose story started, in order. */
  let started: number[];
  let audioMade: number[];
  /** What the page held, by minutes of the walk. */
  const held = new Map<number, PageLoad>();

  beforeAll(async () => {
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    browser = await openBrowser();
    const person = await signUp(server.origin, 'Dina');
    const mapId = await makeParcours(server.origin, person, 'La longue balade');
    const paths = await makePlaces(walk, async ({ name, geometry, storyS }, index) => {
      const properties = { appelation: name, type: 'la' as const, mapId };
      const body = { type: 'Feature' as const, geometry, properties };
      const { newPlace } = await call(server.origin, 'createPlace', { body }, person.token);
      const link = await upload(server.origin, person, newPlace.place_id as PlaceId, story(index, storyS), {
        length: storyS,
      });
      return new URL(link.link, server.origin).pathname;
    });

    const storageState = loggedInStorage(server.origin, person, { selectedParcours: JSON.stringify([mapId]) });
    phone = await openPhone(browser, server.origin, [2.347, 48.8555], { storageState });
    await prepareReplay(phone);
    page = await phone.newPage();
    const open = async (): Promise<void> => {
      await mapReady(page);
      await page.locator(`[data-testid="map"][data-place-count="${walk.places.length}"]`).waitFor();
    };
    const collect = async (): Promise<void> => {
      const { starts, audioMade: made } = await readStarts(page);
      started.push(...starts.map(({ path }: Start) => paths.indexOf(path)));
      audioMade.push(made);
    };
    started = [];
    audioMade = [];

    const walkOn = async (fromMinute: number, untilMinute: number): Promise<void> => {
      await replayWalk(page, walk.deliveries, fromMinute * MINUTE_MS, untilMinute * MINUTE_MS);
      held.set(untilMinute, await readPageLoad(page));
    };
    // The browser keeps what it compiled of scripts that it saw before, and pages that come later hold more of it.
    for (let visit = 0; visit < 3; visit++) {
      await page.goto('/home');
      await open();
    }
    await page.getByRole('button', { name: strings.walk.start }).click();
    await walkOn(0, 10);
    await walkOn(10, RELOAD_MINUTE);
    await collect();
    await page.reload();
    await open();
    await page.getByRole('button', { name: strings.walk.stop }).waitFor();
    await walkOn(RELOAD_MINUTE, RELOAD_MINUTE + 10);
    await walkOn(RELOAD_MINUTE + 10, WALK_MS / MINUTE_MS);
    await collect();
  }, 900_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('starts every story that the walker stayed for, in the order they were reached', () => {
    const groups = expectedGroups(encounters);
    const due = groups.flat();
    expect(due.length).toBeGreaterThan(50);
    expect(groups.some((group) => group.length > 1)).toBe(true);
    const told = started.filter((index) => due.includes(index));
    // Within a group the order is nobody's.
    const sorted = groups.map((group) => [...group].sort((a, b) => a - b));
    let at = 0;
    const toldGroups = groups.map(({ length }) => {
      at += length;
      return told.slice(at - length, at).sort((a, b) => a - b);
    });
    expect(toldGroups).toEqual(sorted);
  });

  it('starts nothing twice, though the walk leads back and the page was loaded again', () => {
    expect(started.filter((index, at) => started.indexOf(index) !== at)).toEqual([]);
  });

  it('starts nothing that was never near', () => {
    const far = encounters.filter(({ nearestM }) => nearestM > NEVER_NEAR_M);
    expect(far.length).toBeGreaterThan(200);
    expect(started.filter((index) => (encounters[index]?.nearestM ?? Number.NaN) > NEVER_NEAR_M)).toEqual([]);
    expect(started).not.toContain(-1);
  });

  it('holds no more after two hours than after ten minutes', () => {
    const [first, ...later] = [...held.values()];
    if (first === undefined) throw new Error('Nothing was counted');
    console.table(Object.fromEntries(held));
    for (const load of later) {
      const grown = Object.entries(load).filter(([name, value]) => value > 1.1 * first[name as keyof PageLoad]);
      expect(grown).toEqual([]);
      const { mapSources, mapLayers } = first;
      expect(load).toMatchObject({ audioElements: 1, maps: 1, mapSources, mapLayers });
    }
    expect(held.size).toBe(4);
    expect(audioMade).toEqual([1, 1]);
  });
});

/** A tone of its own for each place, so that its audio has a path of its own. */
function story(index: number, lengthS: number): Blob {
  const hz = 200 + 2 * index;
  const samples = Int16Array.from(
    { length: lengthS * RATE_HZ },
    (_, at) => 9000 * Math.sin((2 * Math.PI * hz * at) / RATE_HZ),
  );
  return new Blob([wavOf(samples)]);
}

/** Makes all places, some at once, and answers what each made, in their order. */
async function makePlaces<Made>(
  { places }: LongWalk,
  make: (place: LongWalk['places'][number], index: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  const waiting = [...places.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      made[next[0]] = await make(next[1], next[0]);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
  return made;
}
