import { expect, it } from 'vitest';
import { isMapPath, isOpenPath, plainPath } from '../../app/paths.ts';

it.each([
  ['/', '/'],
  ['/home/', '/home'],
  ['/Home/Propos//', '/home/propos'],
])('%s is the address %s', (given, plain) => {
  expect(plainPath(given)).toBe(plain);
});

it('the map alone stands at the two addresses of home, however they are written', () => {
  expect(['/', '/home', '/Home/', '/home/parcours', '/login', '/homes'].filter(isMapPath)).toEqual([
    '/',
    '/home',
    '/Home/',
  ]);
});

it('what everybody may read is what one must be able to read before signing up', () => {
  const open = ['/home/terms', '/home/Propos', '/home/terms/', '/home', '/home/parcours', '/home/terms/x'];
  expect(open.filter(isOpenPath)).toEqual(['/home/terms', '/home/Propos', '/home/terms/']);
});
