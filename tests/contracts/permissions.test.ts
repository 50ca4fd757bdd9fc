import { describe, expect, test } from 'vitest';
import {
  invitablePrivileges,
  mayBundleParcours,
  mayChangePlace,
  mayCreateParcours,
  mayDrop,
  mayEditParcours,
  mayListWorkOf,
  mayManageBundles,
  mayManageParcours,
  mayReadParcours,
  mayRecord,
  mayRemoveMember,
  mayUseEditorTools,
} from '../../contracts/permissions.ts';
import { PRIVILEGES, type Privilege, ROLES, type Role } from '../../contracts/vocabulary.ts';

const STANDINGS: (Privilege | null)[] = [null, ...PRIVILEGES];

test('every member, and nobody else, may read a parcours', () => {
  expect(STANDINGS.map(mayReadParcours)).toEqual([false, true, true, true, true]);
});

test.each([
  ['creates a parcours', mayCreateParcours],
  ['records', mayRecord],
])('everybody except a guest %s', (_, may) => {
  expect(ROLES.map((role) => [role, may(role)])).toEqual([
    ['guest', false],
    ['user', true],
    ['editor', true],
    ['admin', true],
  ]);
});

/** The privileges from this one upwards; none if it is missing. */
const from = (least: Privilege | null): boolean[] =>
  STANDINGS.map((_, at) => least !== null && at >= STANDINGS.indexOf(least));

test.each<[string, (role: Role, privilege: Privilege | null) => boolean, Record<Role, Privilege | null>]>([
  // A global admin may not change a parcours that they are not a member of.
  ['adds a place to a parcours', mayDrop, { guest: null, user: 'drop', editor: 'drop', admin: 'drop' }],
  [
    'changes their own place',
    (role, privilege) => mayChangePlace(role, privilege, true),
    { guest: null, user: 'drop', editor: 'drop', admin: 'drop' },
  ],
  [
    'changes another author’s place',
    (role, privilege) => mayChangePlace(role, privilege, false),
    { guest: null, user: 'editor', editor: 'editor', admin: 'editor' },
  ],
  [
    "changes a parcours' name, description and image",
    mayEditParcours,
    { guest: null, user: null, editor: 'editor', admin: 'editor' },
  ],
  ["uses the editor's tools", mayUseEditorTools, { guest: null, user: null, editor: 'guest', admin: 'guest' }],
  ['manages a parcours', mayManageParcours, { guest: null, user: 'admin', editor: 'admin', admin: 'admin' }],
  [
    'removes another member',
    (role, privilege) => mayRemoveMember(role, privilege, false),
    { guest: null, user: 'admin', editor: 'admin', admin: 'admin' },
  ],
  [
    'leaves a parcours',
    (role, privilege) => mayRemoveMember(role, privilege, true),
    { guest: 'guest', user: 'guest', editor: 'guest', admin: 'guest' },
  ],
])('each role %s from its lowest sufficient privilege on, if at all', (_, may, least) => {
  for (const role of ROLES) {
    expect([role, STANDINGS.map((privilege) => may(role, privilege))]).toEqual([role, from(least[role])]);
  }
});

test('bundles are for global editors and admins', () => {
  expect(ROLES.map(mayManageBundles)).toEqual([false, false, true, true]);
  for (const privilege of PRIVILEGES) {
    expect(ROLES.map((role) => mayBundleParcours(role, privilege))).toEqual([false, false, true, true]);
  }
  expect(ROLES.map((role) => mayBundleParcours(role, null))).toEqual([false, false, false, true]);
});

test('only the author and global admins may list what an author made', () => {
  expect(ROLES.map((role) => mayListWorkOf(role, true))).toEqual([true, true, true, true]);
  expect(ROLES.map((role) => mayListWorkOf(role, false))).toEqual([false, false, false, true]);
});

describe('inviting', () => {
  test.each<[Role, Record<Privilege, Privilege[]>]>([
    ['guest', { guest: [], drop: [], editor: [], admin: [] }],
    ['user', { guest: [], drop: ['drop'], editor: ['drop'], admin: ['drop'] }],
    [
      'editor',
      {
        guest: ['guest'],
        drop: ['drop', 'guest'],
        editor: ['editor', 'drop', 'guest'],
        admin: ['editor', 'drop', 'guest'],
      },
    ],
    [
      'admin',
      {
        guest: ['guest'],
        drop: ['drop', 'guest'],
        editor: ['editor', 'drop', 'guest'],
        admin: ['admin', 'editor', 'drop', 'guest'],
      },
    ],
  ])('as a global %s offers what the role allows, up to the inviter’s own privilege', (role, offered) => {
    for (const own of PRIVILEGES) expect([own, invitablePrivileges(role, own)]).toEqual([own, offered[own]]);
    expect(invitablePrivileges(role, null)).toEqual([]);
  });
});
