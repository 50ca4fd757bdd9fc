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

test('every member, and nobody else, reads a parcours', () => {
  expect(STANDINGS.map(mayReadParcours)).toEqual([false, true, true, true, true]);
});

test.each([
  ['creates a parcours', mayCreateParcours],
  ['records', mayRecord],
])('everybody but a guest %s', (_, may) => {
  expect(ROLES.map((role) => [role, may(role)])).toEqual([
    ['guest', false],
    ['user', true],
    ['editor', true],
    ['admin', true],
  ]);
});

describe('putting a place on a parcours', () => {
  test.each<[Role, boolean[]]>([
    ['guest', [false, false, false, false, false]],
    ['user', [false, false, true, true, true]],
    ['editor', [false, false, true, true, true]],
    // A global admin may not change a parcours that they are not a member of.
    ['admin', [false, false, true, true, true]],
  ])('with the role %s, for a non-member, guest, drop, editor, admin', (role, expected) => {
    expect(STANDINGS.map((privilege) => mayDrop(role, privilege))).toEqual(expected);
  });
});

describe('changing a place', () => {
  test.each<[Role, boolean, boolean[]]>([
    ['guest', true, [false, false, false, false, false]],
    ['guest', false, [false, false, false, false, false]],
    ['user', true, [false, false, true, true, true]],
    ['user', false, [false, false, false, true, true]],
    ['editor', true, [false, false, true, true, true]],
    ['editor', false, [false, false, false, true, true]],
    ['admin', true, [false, false, true, true, true]],
    ['admin', false, [false, false, false, true, true]],
  ])('with the role %s, being its author: %s', (role, isAuthor, expected) => {
    expect(STANDINGS.map((privilege) => mayChangePlace(role, privilege, isAuthor))).toEqual(expected);
  });
});

describe("changing a parcours' name, description and image", () => {
  test.each<[Role, boolean[]]>([
    ['guest', [false, false, false, false, false]],
    ['user', [false, false, false, false, false]],
    ['editor', [false, false, false, true, true]],
    ['admin', [false, false, false, true, true]],
  ])('with the role %s, for a non-member, guest, drop, editor, admin', (role, expected) => {
    expect(STANDINGS.map((privilege) => mayEditParcours(role, privilege))).toEqual(expected);
  });
});

describe("using the editor's tools", () => {
  test.each<[Role, boolean[]]>([
    ['guest', [false, false, false, false, false]],
    ['user', [false, false, false, false, false]],
    ['editor', [false, true, true, true, true]],
    ['admin', [false, true, true, true, true]],
  ])('with the role %s, for a non-member, guest, drop, editor, admin', (role, expected) => {
    expect(STANDINGS.map((privilege) => mayUseEditorTools(role, privilege))).toEqual(expected);
  });
});

describe('managing a parcours and its members', () => {
  test.each<[Role, boolean[]]>([
    ['guest', [false, false, false, false, false]],
    ['user', [false, false, false, false, true]],
    ['editor', [false, false, false, false, true]],
    ['admin', [false, false, false, false, true]],
  ])('with the role %s, for a non-member, guest, drop, editor, admin', (role, expected) => {
    expect(STANDINGS.map((privilege) => mayManageParcours(role, privilege))).toEqual(expected);
    expect(STANDINGS.map((privilege) => mayRemoveMember(role, privilege, false))).toEqual(expected);
  });

  test('every member may leave, a guest too', () => {
    for (const role of ROLES) {
      expect(STANDINGS.map((privilege) => mayRemoveMember(role, privilege, true))).toEqual([
        false,
        true,
        true,
        true,
        true,
      ]);
    }
  });
});

test('bundles are for global editors and admins', () => {
  expect(ROLES.map(mayManageBundles)).toEqual([false, false, true, true]);
  for (const privilege of PRIVILEGES) {
    expect(ROLES.map((role) => mayBundleParcours(role, privilege))).toEqual([false, false, true, true]);
  }
  expect(ROLES.map((role) => mayBundleParcours(role, null))).toEqual([false, false, false, true]);
});

test('only the author and global admins list what somebody made', () => {
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
  ])('as a global %s offers what the role allows, up to the own privilege', (role, offered) => {
    for (const own of PRIVILEGES) expect([own, invitablePrivileges(role, own)]).toEqual([own, offered[own]]);
    expect(invitablePrivileges(role, null)).toEqual([]);
  });
});
