import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  editorTools,
  guardDrawing,
  holdTools,
  isDrawing,
  isSpoofing,
  leaveDrawTools,
  switchDrawTools,
  switchEditorTools,
  switchSpoofer,
} from '../../../app/parcours/editor-tools.ts';
import { parcours, selectParcours } from '../../../app/parcours/parcours.ts';
import { session } from '../../../app/session/session.ts';
import { ParcoursId, type Privilege, type Role, UserId } from '../../../contracts/vocabulary.ts';
import { forgetSession } from '../../support/page/forget-session.ts';

const [ONE, TWO, THREE] = [1, 2, 3].map((id) => ParcoursId.parse(id)) as [ParcoursId, ParcoursId, ParcoursId];

beforeEach(() => {
  be('editor');
  list([
    [ONE, 'drop'],
    [TWO, 'guest'],
  ]);
  selectParcours(ONE);
});
afterEach(() => {
  session.user = null;
  forgetSession();
});

function be(role: Role): void {
  session.user = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role, picture: null };
}

function list(maps: readonly (readonly [ParcoursId, Privilege])[]): void {
  const rest = { name: 'Le quai', description: '', image_url: null, users: [], user_count: 1 };
  parcours.list = ref(maps.map(([id, privilege]) => ({ ...rest, id, privilege })));
}

function switchAllOn(): void {
  switchEditorTools(true);
  switchDrawTools(true);
  switchSpoofer(true);
}

const allOff = { isOn: false, draws: false, spoofs: false };

test('neither tool works while the editor tools are off', () => {
  switchDrawTools(true);
  switchSpoofer(true);
  expect([isDrawing(editorTools), isSpoofing(editorTools)]).toEqual([false, false]);
});

test('each tool works, and keeps its earlier setting when the tools are switched on again', () => {
  switchEditorTools(true);
  switchDrawTools(true);
  expect([isDrawing(editorTools), isSpoofing(editorTools)]).toEqual([true, false]);
  switchEditorTools(false);
  switchEditorTools(true);
  expect(isDrawing(editorTools)).toBe(true);
});

test('the tools stay on from one permitted map to another', () => {
  switchAllOn();
  selectParcours(TWO);
  expect(editorTools).toEqual({ isOn: true, draws: true, spoofs: true });
});

test('work in progress holds the tools on a map without them until it ends, but not after a logout', () => {
  switchAllOn();
  let release = holdTools();
  selectParcours(THREE);
  expect(isDrawing(editorTools)).toBe(true);
  release();
  expect(editorTools).toEqual(allOff);
  selectParcours(ONE);
  switchAllOn();
  release = holdTools();
  session.user = null;
  expect(editorTools).toEqual(allOff);
  release();
});

describe('all tools are off, and stay off when they are permitted again,', () => {
  test.each([
    ['after a map without membership', () => selectParcours(THREE), () => selectParcours(ONE)],
    ['after a map that was left', () => list([[TWO, 'guest']]), () => list([[ONE, 'drop']])],
    ['after the role of a user', () => be('user'), () => be('editor')],
    [
      'after the session',
      () => {
        session.user = null;
      },
      () => be('editor'),
    ],
  ])('%s', (_, lose, regain) => {
    switchAllOn();
    lose();
    expect(editorTools).toEqual(allOff);
    regain();
    expect(editorTools).toEqual(allOff);
  });
});

test('leaving the drawing tools waits for the guard, and happens immediately if they are off', () => {
  const told: string[] = [];
  const tell = (): void => void told.push(isDrawing(editorTools) ? 'drawing' : 'gone');
  let leave = (): void => {};
  const release = guardDrawing((go) => {
    leave = go;
  });
  leaveDrawTools(tell);
  expect(told).toEqual(['gone']);
  switchAllOn();
  leaveDrawTools(tell);
  expect(told).toEqual(['gone']);
  leave();
  expect(told).toEqual(['gone', 'gone']);
  expect(editorTools).toEqual({ isOn: true, draws: false, spoofs: true });
  release();
});

test('a person without permission cannot switch on the tools', () => {
  be('user');
  switchAllOn();
  expect([isDrawing(editorTools), isSpoofing(editorTools)]).toEqual([false, false]);
});

describe('after a reload', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    // The modules that know this storage would serve the files that follow.
    vi.resetModules();
  });

  /** A page over the same local storage, before and after its list of parcours has loaded. */
  async function load(role: Role) {
    vi.resetModules();
    const module = await import('../../../app/parcours/editor-tools.ts');
    const { session: own } = await import('../../../app/session/session.ts');
    const { parcours: maps, selectParcours: select } = await import('../../../app/parcours/parcours.ts');
    own.user = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role, picture: null };
    expect(module.editorTools).toEqual(allOff);
    const rest = { name: 'Le quai', description: '', image_url: null, users: [], user_count: 1 };
    maps.list = ref([{ ...rest, id: ONE, privilege: 'drop' }]);
    select(ONE);
    maps.status = 'ready';
    return module;
  }

  test('the tools are as they were, once the list is there', async () => {
    const first = await load('editor');
    first.switchEditorTools(true);
    first.switchSpoofer(true);
    expect((await load('editor')).editorTools).toEqual({ isOn: true, draws: false, spoofs: true });
  });

  test('they are off for good for a person who may no longer use them', async () => {
    (await load('editor')).switchEditorTools(true);
    expect((await load('user')).editorTools).toEqual(allOff);
    expect((await load('editor')).editorTools).toEqual(allOff);
  });
});
