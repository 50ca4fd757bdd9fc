import { strings } from '../../../app/ui/common-words.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Engine, Phone, Tab } from '../engines/engine.ts';
import { type Front, startFront } from '../engines/front.ts';
import { noiseBetweenSilences, soundAsWav } from '../microphone/sound.ts';
import { PHONE } from '../phone/browser.ts';
import { call } from '../server/api.ts';
import { makeParcours, type Person, pointPlace, signUpAs, upload } from '../server/people.ts';
import type { TestServer } from '../server/server.ts';
import { Leaks } from './leaks.ts';
import { watchPage } from './page-watch.ts';
import { FOUND, findControl, readView, type View } from './view.ts';

/** Where somebody may stand. */
export const SPOTS = {
  'on the quay': [2.3411, 48.8571],
  'on the bridge': [2.3414, 48.8571],
  'on the square': [2.342, 48.8566],
  'between them': [2.3416, 48.8569],
  'in another street': [2.345, 48.86],
  'in another town': [5.37, 43.3],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

const STORIES = { 'Le quai': SPOTS['on the quay'], 'Le pont': SPOTS['on the bridge'] } as const;
/** Longer than what somebody does next. */
const STORY_S = 12;

/** A person with a phone, what they did and what they must not lose. */
export interface World {
  readonly phone: Phone;
  readonly front: Front;
  readonly person: Person;
  readonly tabs: Tab[];
  /** The tab that is used. */
  current: number;
  isOnline: boolean;
  /** What is taken back of the page that is open. */
  readonly refused: Set<string>;
  /** What the pages hold, from view to view. */
  readonly leaks: Leaks;
  /** Titles of the drops that were saved. */
  readonly saved: string[];
  /** A title that no other drop has. */
  nextTitle(): string;
  tab(): Tab;
  openTab(path: string): Promise<void>;
  /** Taps what has this label; nothing where that is gone. Returns whether it was there. */
  tap(label: string): Promise<boolean>;
  /** The same for the first control whose label begins so. */
  tapFirst(start: string): Promise<void>;
  /** Taps a point, `x,y` as shares of the window. */
  tapShare(share: string): Promise<void>;
  /** Drags from such a point a third of the window towards its middle. */
  dragShare(share: string): Promise<void>;
  /** Waits up to `withinMs` until the current tab is as wanted; returns whether it is. */
  sees(isWanted: (view: View) => boolean, withinMs?: number): Promise<boolean>;
  /** The person's places on the server. */
  listPlaces(): Promise<readonly Place[]>;
  close(): Promise<void>;
}

/** An author who is logged in, with a parcours of three places, at the map, in a browser of their own. */
export async function openWorld(engine: Engine, server: TestServer): Promise<World> {
  const person = await signUpAs(server, 'Rastlos', 'editor');
  const parcoursId = await makeParcours(server.origin, person);
  await fill(server.origin, person, parcoursId);
  const front = await startFront(server.origin, { pageScript: `${engine.pageScript};(${watchPage})();` });
  const phone = await engine.openPhone(front.origin, SPOTS['between them']);
  const tabs: Tab[] = [];
  let titles = 0;
  const world: World = {
    ...{ phone, front, person, tabs, current: 0, isOnline: true, refused: new Set(), saved: [], leaks: new Leaks() },
    nextTitle: () => {
      titles += 1;
      return `gardé ${titles}.`;
    },
    tab: () => {
      const tab = tabs[world.current];
      if (tab === undefined) throw new Error(`There is no tab ${world.current}`);
      return tab;
    },
    openTab: async (path) => {
      tabs.push(await phone.openTab());
      world.current = tabs.length - 1;
      await world.tab().open(path);
    },
    tap: async (label) => {
      const point = await findControl(world.tab(), label);
      if (point !== null) await world.tab().tapAt(point);
      return point !== null;
    },
    tapFirst: async (start) => {
      const { controls } = await readView(world.tab());
      const first = controls.find(({ label }) => label.startsWith(start));
      if (first !== undefined) await world.tap(first.label);
    },
    tapShare: async (share) => world.tab().tapAt(pointAt(share)),
    dragShare: async (share) => {
      const [x, y] = pointAt(share);
      await world.tab().drag([x, y], [x + (PHONE.width / 2 - x) / 2 + 40, y + (PHONE.height / 2 - y) / 2 + 40]);
    },
    sees: async (isWanted, withinMs = 3000) => {
      for (const endMs = Date.now() + withinMs; ; ) {
        if (isWanted(await readView(world.tab()))) return true;
        if (Date.now() > endMs) return false;
        await pause(100);
      }
    },
    listPlaces: async () =>
      (await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, person.token)).places,
    close: async () => {
      await phone.close();
      await front.stop();
    },
  };
  await world.openTab('/login');
  await begin(world, parcoursId);
  return world;
}

function pointAt(share: string): [number, number] {
  const [x = 0.5, y = 0.5] = share.split(',').map(Number);
  return [x * PHONE.width, y * PHONE.height];
}

async function fill(origin: string, person: Person, parcoursId: ParcoursId): Promise<void> {
  const story = new Blob([soundAsWav(noiseBetweenSilences(0, STORY_S))]);
  for (const [name, [lng, lat]] of Object.entries(STORIES)) {
    const { newPlace } = await call(
      origin,
      'createPlace',
      { body: pointPlace(parcoursId, name, [lng, lat]) },
      person.token,
    );
    await upload(origin, person, newPlace.place_id, story, { length: STORY_S });
  }
  const [lng, lat] = SPOTS['on the square'];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const;
  const ring = corners.map(([east, north]): [number, number] => [lng + east * 2e-4, lat + north * 2e-4]);
  const square = { ...pointPlace(parcoursId, 'La place'), geometry: { type: 'Polygon' as const, coordinates: [ring] } };
  await call(origin, 'createPlace', { body: square }, person.token);
}

/** Logs in with a token of its own: a logout ends that one alone. */
async function begin(world: World, parcoursId: ParcoursId): Promise<void> {
  const { email, password } = world.person;
  await world.sees((view) => view.controls.length > 0, 20_000);
  await logIn(world, email, password);
  await world.tab().evaluate((id) => {
    const created = { id, title: 'Le quai', description: 'Le quai, pas à pas', privilege: 'admin' };
    localStorage.setItem('selectedParcours', JSON.stringify([id]));
    localStorage.setItem('parcoursBeingCreated', JSON.stringify(created));
    localStorage.setItem('mapLoaded', 'true');
  }, Number(parcoursId));
  await world.tab().open('/home');
  await world.sees((view) => view.mapPoints.length > 0, 30_000);
  // Without a network the app is opened by its service worker.
  await world.tab().evaluate(async () => {
    await Promise.race([navigator.serviceWorker?.ready, new Promise((done) => setTimeout(done, 20_000))]);
  });
}

/** Fills in the login form that is shown, and waits for the way out of it for a while. */
export async function logIn(world: World, email: string, password: string): Promise<void> {
  const { login } = strings;
  for (const [field, text] of [
    [login.email, email],
    [login.password, password],
  ] as const) {
    if (!(await typeInto(world, `field ${field}`, text))) return;
  }
  await world.tap(`button ${login.submit}`);
  await world.sees((view) => view.path !== '/login', 8000);
}

/** Types over what a field holds; returns whether it was there. */
export async function typeInto(world: World, label: string, text: string): Promise<boolean> {
  if ((await findControl(world.tab(), label)) === null) return false;
  return world
    .tab()
    .type(FOUND, text)
    .then(
      () => true,
      () => false,
    );
}

/** Waits. For what has no end that can be seen: the time that somebody takes between two acts. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
