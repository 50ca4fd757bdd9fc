import { profileStrings } from '../../../../app/account/profile-words.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { myDropsStrings } from '../../../../app/drops/list/my-drops-words.ts';
import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { editorStrings } from '../../../../app/editor/editor-words.ts';
import { mapStrings } from '../../../../app/map/map-words.ts';
import { searchStrings } from '../../../../app/map/search/search-words.ts';
import { packStrings } from '../../../../app/packs/packs-words.ts';
import { paneStrings, parcoursPanes } from '../../../../app/parcours/panes-words.ts';
import { createParcoursStrings, parcoursStrings } from '../../../../app/parcours/parcours-words.ts';
import { menuStrings } from '../../../../app/shell/menu-words.ts';
import { type Action, when } from '../action.ts';
import { findControl, readView, type View } from '../view.ts';
import { pause, typeInto } from '../world.ts';

/** What takes away what was saved on purpose, or ends the session: the latter is an action of its own. */
const LEFT_ALONE: readonly string[] = [
  myDropsStrings.delete,
  parcoursStrings.delete,
  parcoursStrings.leave,
  menuStrings.logout,
  profileStrings.logOut,
  editorStrings.remove,
  editorStrings.redo,
  editorStrings.replace,
  outboxStrings.cancel,
  outboxStrings.discard,
  outboxStrings.logoutConfirm,
  parcoursPanes.members.remove,
  parcoursPanes.members.setPrivilege,
  packStrings.remove,
];

/** Saving a dialog's drop is an action of its own, too, which gives it a title. */
function isLeftAlone(label: string, { dialogs }: View): boolean {
  const name = label.replace(/ #\d+$/, '');
  return (
    LEFT_ALONE.some((one) => name.endsWith(` ${one}`)) || (dialogs.length > 0 && name === `button ${dropStrings.save}`)
  );
}

/** In these fields text is put that no saved drop is found by. */
const FIELDS_OF_TITLES = [dropStrings.name, editorStrings.title, createParcoursStrings.name];

function labels({ controls }: View, kind: 'button' | 'field'): string[] {
  return controls.filter((control) => control.kind === kind).map(({ label }) => label);
}

/** What is opened by a tap and closed by Escape or by going back to the map. */
const OPENED = [
  `tab ${paneStrings.info}`,
  `tab ${paneStrings.settings}`,
  `button ${menuStrings.open}`,
  `button ${mapStrings.placeList}`,
  `button ${searchStrings.toggle}`,
  `button ${dropStrings.open}`,
];
const TIMES = 8;

/** What is done to a screen without knowing what it is. */
export const ON_SCREEN: readonly Action[] = [
  {
    name: 'tap',
    weight: 40,
    choices: (view) => (view.isLoggedIn ? labels(view, 'button').filter((label) => !isLeftAlone(label, view)) : []),
    run: async (world, on) => {
      await world.tap(on);
    },
  },
  {
    name: 'tap twice',
    weight: 5,
    choices: (view) => (view.isLoggedIn ? labels(view, 'button').filter((label) => !isLeftAlone(label, view)) : []),
    run: async (world, on) => {
      const point = await findControl(world.tab(), on);
      if (point === null) return;
      await world.tab().tapAt(point);
      await world.tab().tapAt(point);
    },
  },
  {
    name: 'open and close again and again',
    weight: 2,
    choices: (view) => labels(view, 'button').filter((label) => OPENED.includes(label)),
    run: async (world, on) => {
      for (let times = 0; times < TIMES; times++) {
        await world.tap(on);
        await pause(150);
        await world.tab().press('Escape');
        await world.tap(`tab ${paneStrings.map}`);
        await pause(150);
        world.leaks.add(await readView(world.tab()));
      }
    },
  },
  {
    name: 'type into',
    weight: 3,
    choices: (view) =>
      view.isLoggedIn
        ? labels(view, 'field').filter((label) => !FIELDS_OF_TITLES.some((name) => label.includes(name)))
        : [],
    run: async (world, on) => {
      await typeInto(world, on, 'pont');
    },
  },
  {
    name: 'tap the map',
    weight: 10,
    choices: ({ mapPoints }) => mapPoints,
    run: (world, on) => world.tapShare(on),
  },
  {
    name: 'tap the map twice',
    weight: 2,
    choices: ({ mapPoints }) => mapPoints,
    run: async (world, on) => {
      await world.tapShare(on);
      await world.tapShare(on);
    },
  },
  {
    name: 'drag the map',
    weight: 3,
    choices: ({ mapPoints }) => mapPoints,
    run: (world, on) => world.dragShare(on),
  },
  {
    name: 'press',
    weight: 3,
    choices: ({ isLoggedIn }) => (isLoggedIn ? ['Escape', 'Enter'] : []),
    run: (world, on) => world.tab().press(on === 'Enter' ? 'Enter' : 'Escape'),
  },
  { name: 'wait', weight: 3, choices: () => when(true), run: () => pause(1500) },
];
