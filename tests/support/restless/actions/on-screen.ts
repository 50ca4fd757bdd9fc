import { editorStrings } from '../../../../app/words/editor.ts';
import { mapPanes } from '../../../../app/words/map-panes.ts';
import { outboxStrings } from '../../../../app/words/outbox.ts';
import { packStrings } from '../../../../app/words/packs.ts';
import { strings } from '../../../../app/words/strings.ts';
import { type Action, when } from '../action.ts';
import type { View } from '../view.ts';
import { pause, typeInto } from '../world.ts';

/** What takes away what was saved on purpose, or ends the session: the latter is an action of its own. */
const LEFT_ALONE: readonly string[] = [
  strings.myDrops.delete,
  strings.parcours.delete,
  strings.parcours.leave,
  strings.menu.logout,
  strings.profile.logOut,
  editorStrings.remove,
  editorStrings.redo,
  editorStrings.replace,
  outboxStrings.cancel,
  outboxStrings.discard,
  outboxStrings.logoutConfirm,
  mapPanes.members.remove,
  mapPanes.members.setPrivilege,
  packStrings.remove,
];

const isLeftAlone = (label: string): boolean =>
  LEFT_ALONE.some((name) => label.replace(/ #\d+$/, '').endsWith(` ${name}`));

/** In these fields text is put that no saved drop is found by. */
const FIELDS_OF_TITLES = [strings.drops.name, editorStrings.title, strings.createParcours.name];

function labels({ controls }: View, kind: 'button' | 'field'): string[] {
  return controls.filter((control) => control.kind === kind).map(({ label }) => label);
}

/** What is done to a screen without knowing what it is. */
export const ON_SCREEN: readonly Action[] = [
  {
    name: 'tap',
    weight: 40,
    choices: (view) => (view.isLoggedIn ? labels(view, 'button').filter((label) => !isLeftAlone(label)) : []),
    run: async (world, on) => {
      await world.tap(on);
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
