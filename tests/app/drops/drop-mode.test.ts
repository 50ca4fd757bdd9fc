import { expect, test, vi } from 'vitest';
import { dropTarget, isDropModeOn } from '../../../app/drops/drop-mode.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';

const walk = { id: ParcoursId.parse(1), privilege: 'drop' as const };
const quarter = { id: ParcoursId.parse(2), privilege: 'admin' as const };

test('drop mode is on while a parcours is being created, until the person says otherwise', () => {
  expect(isDropModeOn(null, true)).toBe(true);
  expect(isDropModeOn(null, false)).toBe(false);
  expect(isDropModeOn(false, true)).toBe(false);
  expect(isDropModeOn(true, false)).toBe(true);
});

test('drop mode keeps the chosen setting over a reload, and is forgotten at the session’s end', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  });
  /** The modules as in a reloaded page. */
  const load = async () => {
    vi.resetModules();
    const own = await import('../../../app/drops/drop-mode.ts');
    return { ...own, ...(await import('../../../app/session/session-end.ts')) };
  };
  for (const on of [false, true]) {
    (await load()).switchDropMode(on);
    const again = await load();
    expect(again.dropMode.chosen).toBe(on);
    again.clearSessionData();
    expect([again.dropMode.chosen, (await load()).dropMode.chosen]).toEqual([null, null]);
  }
});

test('drops go to the parcours being created, otherwise to the first one listened to', () => {
  const list = [walk, quarter];
  expect(dropTarget({ list, selectedIds: [walk.id], beingCreated: quarter })).toEqual({
    parcoursId: quarter.id,
    privilege: 'admin',
  });
  expect(dropTarget({ list, selectedIds: [walk.id], beingCreated: null })).toEqual({
    parcoursId: walk.id,
    privilege: 'drop',
  });
});

test('the list knows a privilege that has been lowered since', () => {
  const lowered = { ...quarter, privilege: 'guest' as const };
  expect(dropTarget({ list: [lowered], selectedIds: [], beingCreated: quarter })?.privilege).toBe('guest');
});

test('without a known parcours drops go nowhere', () => {
  expect(dropTarget({ list: [], selectedIds: [walk.id], beingCreated: null })).toBeNull();
  expect(dropTarget({ list: [walk], selectedIds: [], beingCreated: null })).toBeNull();
});
