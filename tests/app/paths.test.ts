import { expect, it } from 'vitest';
import { isHomePath, isMapPath, isOpenPath, paths, plainPath } from '../../app/paths.ts';

it.each([
  ['/', '/'],
  ['/home/', '/home'],
  ['/Home/Propos//', '/home/propos'],
])('%s is normalized to %s', (given, plain) => {
  expect(plainPath(given)).toBe(plain);
});

it('the plain map has the two addresses of home, however they are written', () => {
  expect(['/', '/home', '/Home/', '/home/parcours', '/login', '/homes'].filter(isMapPath)).toEqual([
    '/',
    '/home',
    '/Home/',
  ]);
});

it('the public pages are those that one must be able to read before signing up', () => {
  const open = [
    '/home/terms',
    '/home/licences',
    '/home/accessibilite',
    '/home/Propos',
    '/home/terms/',
    '/home',
    '/home/parcours',
    '/home/terms/x',
  ];
  expect(open.filter(isOpenPath)).toEqual([
    '/home/terms',
    '/home/licences',
    '/home/accessibilite',
    '/home/Propos',
    '/home/terms/',
  ]);
});

it('the home shell has the addresses with the menu and the map', () => {
  for (const path of [paths.root, paths.home, '/Home/', paths.drops, paths.terms, '/Q/r3hx'])
    expect(isHomePath(path)).toBe(true);
  for (const path of [paths.login, paths.createAccount, paths.invite, '/homes', '/quai'])
    expect(isHomePath(path)).toBe(false);
});
