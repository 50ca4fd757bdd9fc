import { expect, test } from 'vitest';
import type { Route } from '../../contracts/call.ts';
import { callDocs, routes } from '../../contracts/routes.ts';

const table = Object.entries<Route>(routes);

test('no two calls share a method and path', () => {
  const addresses = table.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('only calls needed without an account are public', () => {
  const open = table.filter(([, { auth }]) => auth === 'none').map(([name]) => name);
  expect(open.sort()).toEqual([
    'createAccount',
    'findOpenPlace',
    'login',
    'loginWithGoogle',
    'loginWithPasskey',
    'lookAtInvite',
    'readConfig',
    'readHealth',
    'requestReset',
    'resetPassword',
    'startPasskeyLogin',
    'verifyEmail',
    'visit',
  ]);
});

/** A value for each path parameter, as sent and as parsed. */
const IN_PATHS: Record<string, [string, unknown]> = {
  bundleId: ['7', 7],
  code: ['R3HX', 'R3HX'],
  inviteId: ['7', 7],
  mapId: ['7', 7],
  messageId: ['7', 7],
  passkeyId: ['7', 7],
  pictureId: ['7', 7],
  placeId: ['7', 7],
  remarkId: ['7', 7],
  requestId: ['7', 7],
  userId: ['7', 7],
  versionId: ['7', 7],
  privilege: ['editor', 'editor'],
  language: ['en', 'en'],
  kind: ['standard', 'standard'],
  sessionId: ['0190f5f0-7b1c-7cc0-8a51-8d0f4f7a9c11', '0190f5f0-7b1c-7cc0-8a51-8d0f4f7a9c11'],
};

test.each(table)('%s has a schema for each path parameter, and no body with GET', (_, route) => {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const pick = (index: 0 | 1) => Object.fromEntries(names.map((name) => [name, IN_PATHS[name]?.[index]]));
  if (names.length === 0) expect(route.params).toBeUndefined();
  else expect(route.params?.parse(pick(0))).toEqual(pick(1));
  if (route.method === 'GET') expect(route.body).toBeUndefined();
});

test.each(Object.entries(callDocs))('%s has a one-sentence summary', (_, { summary }) => {
  expect(summary).toMatch(/^[A-Z].*[^.]\.$/);
});

test('the calls that create audio, pictures or places, record events or send mails are idempotent', () => {
  const heard = table.filter(([, { idempotent }]) => idempotent === true).map(([name]) => name);
  const places = ['copyParcours', 'createPlace', 'importParcours', 'importPlaces', 'planPlace'];
  const audio = ['finishUpload', 'uploadAudio', 'uploadSessionAudio'];
  const expected = [...places, ...audio, 'addPicture', 'mailInvites', 'recordEvents'].sort();
  expect(heard.sort()).toEqual(expected);
});

test('the versioned calls read data, and their responses have a version', () => {
  const versioned = table.filter(([, { versioned }]) => versioned === true);
  expect(versioned.map(([name]) => name)).toEqual(['readPack', 'readPlaceList', 'readWords']);
  for (const [, { method, response }] of versioned) {
    expect(method).toBe('GET');
    const { issues } = response.safeParse({}).error ?? { issues: [] };
    expect(issues.map(({ path }) => path[0])).toContain('version');
  }
});
