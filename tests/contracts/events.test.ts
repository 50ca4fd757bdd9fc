import { expect, test } from 'vitest';
import { AnalyticsEvent } from '../../contracts/events.ts';

const entered = {
  name: 'User Entered Geometry',
  atMs: 1_700_000_000_000,
  properties: { geometryId: 4, geometryType: 'Point', distance: 3.2, accuracyRadius: 12 },
};

test('both events are parsed unchanged', () => {
  expect(AnalyticsEvent.parse(entered)).toEqual(entered);
  const loggedIn = { name: 'Logged in', atMs: 1, properties: { user: { id: 7, role: 'guest' } } };
  expect(AnalyticsEvent.parse(loggedIn)).toEqual(loggedIn);
});

test('only the id and the role of an account are parsed', () => {
  const user = { id: 7, role: 'guest', email: 'ada@example.org' };
  expect(AnalyticsEvent.parse({ name: 'Logged in', atMs: 1, properties: { user } }).properties).toEqual({
    user: { id: 7, role: 'guest' },
  });
});

test.each([
  ['another name', { name: 'User Left Geometry' }],
  ['a missing field', { properties: { ...entered.properties, distance: undefined } }],
  ['a distance below 0', { properties: { ...entered.properties, distance: -1 } }],
  ['a shape that places do not have', { properties: { ...entered.properties, geometryType: 'LineString' } }],
])('%s is rejected', (_, change) => {
  expect(AnalyticsEvent.safeParse({ ...entered, ...change }).success).toBe(false);
});
