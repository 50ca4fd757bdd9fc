import { expect, test } from 'vitest';
import type { Route } from '../../contracts/call.ts';
import { routes } from '../../contracts/routes.ts';

const table = Object.entries<Route>(routes);

test('no two calls share method and path', () => {
  const addresses = table.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('only what somebody without an account needs is open', () => {
  const open = table.filter(([, { auth }]) => auth === 'none').map(([name]) => name);
  expect(open.sort()).toEqual(['createAccount', 'login', 'readConfig', 'readHealth']);
});

test.each(table)('%s has a schema for each name in its path, and a body only where one travels', (_, route) => {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const values = Object.fromEntries(names.map((name) => [name, '7']));
  if (names.length === 0) expect(route.params).toBeUndefined();
  else expect(route.params?.parse(values)).toEqual(Object.fromEntries(names.map((name) => [name, 7])));
  if (route.method === 'GET') expect(route.body).toBeUndefined();
});
