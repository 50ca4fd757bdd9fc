import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { walkStrings } from '../../../app/walk/walk-words.ts';
import { mapReady, mapScreenReady } from '../../e2e/steps.ts';
import { fillLongWalk } from '../long-walk/fill.ts';
import { type PageLoad, readPageLoad } from '../long-walk/page-load.ts';
import { prepareReplay, readStarts, replayWalk } from '../long-walk/replay.ts';
import { makeLongWalk } from '../long-walk/scenario.ts';
import { expectedGroups, meetPlaces, NEVER_NEAR_M, STAY_MS } from '../long-walk/truth.ts';
import { closePhones, openPhoneWithBlankMap, openPhoneWithoutMap, sharedBrowser } from '../phone/browser.ts';
import { loggedInStorage } from '../phone/use-phones.ts';
import { signUp } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { TRACK_STEP_MS } from '../walk-simulator/track.ts';
import { expectToldInOrder } from './told-in-order.ts';

/** What holds on other walks, `tests/soak/guided-walks.test.ts` says. */
const SEED = 7;
const MINUTE_MS = 60 * 1000;

/** How much of the two hours is walked. */
export interface PartOfWalk {
  readonly untilMinute: number;
  /** When the page is loaded again. */
  readonly reloadMinute: number;
  /** When it is counted what the page holds, beside before that and at the end. */
  readonly countMinutes?: readonly number[];
  /** How often the page is loaded before it is walked with. */
  readonly visits?: number;
  /** Places farther away than this at all times are left out. */
  readonly placesWithinM?: number;
  /** The least numbers of stories that are due on this part, of pairs of places that overlap, and of places left alone. */
  readonly dueMin: number;
  readonly overlapsMin: number;
  readonly farMin: number;
  readonly timeoutMs?: number;
  /** Whether the page has a map, which follows the walker; it does unless told otherwise. It shows nothing. */
  readonly hasMap?: boolean;
}

/**
 * Tests what starts on the first part of a long walk through 300 places, in an app that is loaded again on the way.
 *
 * @returns what the page held, by minutes of the walk; filled before the first test
 */
export function testLongWalk(part: PartOfWalk): ReadonlyMap<number, PageLoad> {
  const { untilMinute, reloadMinute, countMinutes = [], visits = 1, hasMap = true } = part;
  const { placesWithinM = Number.POSITIVE_INFINITY } = part;
  const walk = makeLongWalk(SEED);
  const met = meetPlaces(
    walk.track.slice(0, (untilMinute * MINUTE_MS) / TRACK_STEP_MS),
    walk.places.map(({ geometry }) => geometry),
    STAY_MS,
  );
  const isNear = (_: unknown, place: number): boolean => (met[place]?.nearestM ?? Number.NaN) <= placesWithinM;
  const [places, encounters] = [walk.places.filter(isNear), met.filter(isNear)];
  const nearestM = (place: number): number => encounters[place]?.nearestM ?? Number.NaN;
  let server: TestServer;
  let phone: BrowserContext;
  let page: Page;
  /** Indices of the places whose story started, in order. */
  const started: number[] = [];
  /** At which minute of the walk each of them did. */
  const startMinutes: number[] = [];
  /** Audio elements that each document made. */
  const audioMade: number[] = [];
  const held = new Map<number, PageLoad>();

  beforeAll(async () => {
    server = await startServer();
    const person = await signUp(server.origin, 'Dina');
    const { parcoursId, sounds } = await fillLongWalk(server.origin, person, places, () => true);

    const storageState = loggedInStorage(server.origin, person, { selectedParcours: JSON.stringify([parcoursId]) });
    const openIt = hasMap ? openPhoneWithBlankMap : openPhoneWithoutMap;
    phone = await openIt(await sharedBrowser(), server.origin, [2.347, 48.8555], { storageState });
    await prepareReplay(phone);
    page = await phone.newPage();
    const open = async (): Promise<void> => {
      if (hasMap) await mapReady(page);
      await mapScreenReady(page, places.length);
    };
    const collect = async (): Promise<void> => {
      const { starts, audioMade: made } = await readStarts(page);
      started.push(...starts.map(({ sound }) => sounds.indexOf(sound)));
      startMinutes.push(...starts.map(({ atMs }) => atMs / MINUTE_MS));
      audioMade.push(made);
    };

    for (let visit = 0; visit < visits; visit++) {
      await page.goto('/home');
      await open();
    }
    await page.getByRole('button', { name: walkStrings.start }).click();
    let fromMinute = 0;
    for (const minute of [...countMinutes, reloadMinute, untilMinute].sort((a, b) => a - b)) {
      await replayWalk(page, walk.deliveries, fromMinute * MINUTE_MS, minute * MINUTE_MS);
      held.set(minute, await readPageLoad(page));
      fromMinute = minute;
      if (minute !== reloadMinute) continue;
      await collect();
      await page.reload();
      await open();
      await page.getByRole('button', { name: walkStrings.stop }).waitFor();
    }
    await collect();
  }, part.timeoutMs);
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  it('starts every story that the walker stayed for, in the order they were reached', () => {
    const groups = expectedGroups(encounters);
    expect(groups.flat().length).toBeGreaterThanOrEqual(part.dueMin);
    expect(groups.filter((group) => group.length > 1).length).toBeGreaterThanOrEqual(part.overlapsMin);
    expectToldInOrder(started, groups);
  });

  it('starts nothing twice, though the page was loaded again', () => {
    const again = started.flatMap((place, at) => {
      const first = started.indexOf(place);
      return first === at ? [] : [{ place, minutes: [startMinutes[first], startMinutes[at]] }];
    });
    expect(again).toEqual([]);
  });

  it('starts nothing that was never near', () => {
    const far = places.filter((_, index) => nearestM(index) > NEVER_NEAR_M);
    expect(far.length).toBeGreaterThanOrEqual(part.farMin);
    expect(started.filter((index) => nearestM(index) > NEVER_NEAR_M)).toEqual([]);
    expect(started).not.toContain(-1);
  });

  it(`has one audio element at all times${hasMap ? ', and one map with the same layers' : ''}`, () => {
    expect(audioMade).toEqual([1, 1]);
    const [first] = held.values();
    if (first === undefined) throw new Error('Nothing was counted');
    const { mapSources, mapLayers } = first;
    const maps = hasMap ? 1 : 0;
    for (const load of held.values()) expect(load).toMatchObject({ audioElements: 1, maps, mapSources, mapLayers });
  });

  return held;
}
