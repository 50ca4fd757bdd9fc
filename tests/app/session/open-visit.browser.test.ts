import { afterEach, beforeEach, expect, test } from 'vitest';
import { Scope } from '../../../app/platform/scope.ts';
import { browserStorage, storage } from '../../../app/platform/storage/storage.ts';
import { beginOpenVisit, isOpenVisitor, pathInVisit } from '../../../app/session/open-visit.ts';
import { session, startSession } from '../../../app/session/session.ts';
import { Slug } from '../../../contracts/open-parcours.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { packedMap } from '../../support/packs/kept-pack.ts';

const SLUG = Slug.parse('les-quais');
/** Of a session that lasts. */
const TOKEN = `header.${btoa('{"exp":4102444800}')}.signature`;
let path: string;

beforeEach(() => {
  path = location.pathname;
  localStorage.clear();
});
afterEach(() => {
  storage.moveTo(browserStorage());
  history.replaceState(history.state, '', path);
});

test('a visit neither reads nor changes what the account here has stored, but for how the app looks', () => {
  storage.write('token', TOKEN);
  storage.write('theme', 'dark');
  storage.write('selectedParcours', [packedMap.id]);
  const before = { ...localStorage };
  expect(beginOpenVisit(SLUG)).toBe('/p/les-quais');
  expect([storage.read('token'), storage.read('selectedParcours'), storage.read('theme')]).toEqual([
    'Open les-quais',
    [],
    'dark',
  ]);
  expect(isOpenVisitor(storage.read('currentUser'))).toBe(true);
  expect(localStorage).toMatchObject(before);
  storage.moveTo(browserStorage());
  storage.forgetAll();
  expect(localStorage.getItem('open les-quais token')).toBe('Open les-quais');
});

test('what another tab does to the session of this browser ends no visit', () => {
  beginOpenVisit(SLUG);
  const scope = new Scope();
  startSession(scope);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(isOpenVisitor(session.user)).toBe(true);
  scope.dispose();
  session.user = null;
});

test('each parcours has a visitor of its own, always the same, and no account is one', () => {
  const visitorOf = (slug: string) => {
    storage.moveTo(browserStorage());
    beginOpenVisit(slug);
    return storage.read('currentUser')?.id;
  };
  const first = visitorOf('les-quais');
  expect(visitorOf('le-pont')).not.toBe(first);
  expect(visitorOf('les-quais')).toBe(first);
  expect(isOpenVisitor({ id: UserId.parse(1_000_000) })).toBe(false);
});

test('a member goes to their map of it', () => {
  const listed = { ...packedMap, opening: { visibility: 'link' as const, slug: SLUG } };
  storage.write('parcoursList', { ownerId: UserId.parse(1), list: [listed] });
  expect(beginOpenVisit(SLUG)).toBe('/p/les-quais');
  storage.moveTo(browserStorage());
  storage.write('token', TOKEN);
  expect(beginOpenVisit(SLUG)).toBe('/');
  expect([location.pathname, storage.read('selectedParcours')]).toEqual(['/home', [packedMap.id]]);
  expect(storage.read('token')).toBe(TOKEN);
});

test('screens of a visit have the paths of the app behind that of the parcours', () => {
  expect(['/p/les-quais', '/p/les-quais/home', '/home'].map(pathInVisit)).toEqual(['/', '/home', '/home']);
});
