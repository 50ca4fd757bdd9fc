import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { paneStrings, parcoursPanes } from '../../../../app/parcours/panes-words.ts';
import { menuStrings } from '../../../../app/shell/menu-words.ts';
import { type Action, when } from '../action.ts';
import type { View } from '../view.ts';
import { logIn, SPOTS, type World } from '../world.ts';

const MENU = `button ${menuStrings.open}`;
const LOGOUT = `button ${menuStrings.logout}`;
const CONFIRM = `button ${outboxStrings.logoutConfirm}`;
const SETTINGS = `tab ${paneStrings.settings}`;
const MAP = `tab ${paneStrings.map}`;
const MOST_TABS = 3;

const has = ({ controls }: View, label: string): boolean => controls.some((control) => control.label === label);
const isSpot = (name: string): name is keyof typeof SPOTS => name in SPOTS;

async function logOut(world: World): Promise<void> {
  await world.tap(MENU);
  if (!(await world.sees((view) => has(view, LOGOUT)))) return;
  await world.tap(LOGOUT);
  await world.sees((view) => has(view, CONFIRM) || view.path === '/login', 2000);
  await world.tap(CONFIRM);
  await world.sees(({ path }) => path === '/login');
}

/** Turns a switch of the settings, as somebody does who wants the tools. */
async function turn(world: World, name: string): Promise<void> {
  const label = `switch ${name}`;
  if (await world.sees((view) => view.controls.some((control) => control.label.startsWith(label)), 1500)) {
    await world.tapFirst(label);
  }
}

/** Walking, the session, tabs, the network and permissions. */
export const AROUND: readonly Action[] = [
  {
    name: 'walk',
    weight: 10,
    choices: () => Object.keys(SPOTS),
    run: (world, on) => (isSpot(on) ? world.phone.moveTo(SPOTS[on], 6) : Promise.resolve()),
  },
  {
    name: 'stand where the position is vague',
    weight: 1,
    choices: () => when(true),
    run: ({ phone }) => phone.moveTo(SPOTS['between them'], 300),
  },
  {
    name: 'take the drawing tools',
    weight: 4,
    choices: (view) => when(has(view, SETTINGS)),
    run: async (world) => {
      await world.tap(SETTINGS);
      await turn(world, parcoursPanes.tools.editorTools);
      await turn(world, parcoursPanes.tools.drawTools);
      await world.tap(MAP);
    },
  },
  { name: 'log out', weight: 3, choices: (view) => when(has(view, MENU)), run: logOut },
  {
    name: 'log in',
    weight: 60,
    choices: (view, { isOnline }) => when(view.path === '/login' && isOnline),
    run: (world) => logIn(world, world.person.email, world.person.password),
  },
  {
    name: 'go back',
    weight: 3,
    choices: () => when(true),
    run: async (world) => {
      await world
        .tab()
        .back()
        .catch(() => undefined);
      if (
        !(
          await world
            .tab()
            .path()
            .catch(() => '')
        ).startsWith('/')
      )
        await world.tab().open('/home');
    },
  },
  {
    name: 'reload',
    weight: 2,
    choices: () => when(true),
    run: async (world) => {
      await world
        .tab()
        .reload()
        .catch(() => undefined);
      world.refused.clear();
    },
  },
  {
    name: 'open another tab',
    weight: 1,
    choices: (_, { tabs, isOnline }) => when(tabs.length < MOST_TABS && isOnline),
    run: (world) => world.openTab('/home'),
  },
  {
    name: 'look at tab',
    weight: 4,
    choices: (_, { tabs, current }) =>
      tabs.map((_tab, index) => String(index)).filter((index) => index !== String(current)),
    run: async (world, on) => {
      world.current = Number(on);
      world.refused.clear();
    },
  },
  {
    name: 'close the tab',
    weight: 1,
    choices: (_, { tabs }) => when(tabs.length > 1),
    run: async (world) => {
      const [closed] = world.tabs.splice(world.current, 1);
      world.current = 0;
      await closed?.close();
    },
  },
  {
    name: 'lose the network',
    weight: 2,
    choices: (_, { isOnline }) => when(isOnline),
    run: async (world) => {
      world.isOnline = false;
      await world.front.goOffline();
    },
  },
  {
    name: 'find the network',
    weight: 6,
    choices: (_, { isOnline }) => when(!isOnline),
    run: async (world) => {
      world.isOnline = true;
      await world.front.goOnline();
      await world.tab().evaluate(() => void dispatchEvent(new Event('online')));
    },
  },
  {
    name: 'refuse',
    weight: 2,
    choices: (_, { refused }) => ['geolocation', 'microphone'].filter((what) => !refused.has(what)),
    run: async (world, on) => {
      world.refused.add(on);
      await permit(world, on, false);
    },
  },
  {
    name: 'permit',
    weight: 5,
    choices: (_, { refused }) => [...refused],
    run: async (world, on) => {
      world.refused.delete(on);
      await permit(world, on, true);
    },
  },
  {
    name: 'lose the WebGL context',
    weight: 1,
    choices: ({ mapPoints }) => when(mapPoints.length > 0),
    run: async (world) => {
      await world.tab().evaluate(async () => {
        const canvas = document.querySelector<HTMLCanvasElement>('.maplibregl-canvas');
        const context = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
        context?.loseContext();
        await new Promise((done) => setTimeout(done, 300));
        context?.restoreContext();
      });
    },
  },
];

async function permit(world: World, what: string, isGiven: boolean): Promise<void> {
  await world
    .tab()
    .evaluate(
      (name, given) => window.restless?.permit(name === 'microphone' ? 'microphone' : 'geolocation', given),
      what,
      isGiven,
    );
}
