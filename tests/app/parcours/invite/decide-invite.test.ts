import { expect, it } from 'vitest';
import { roleStrings } from '../../../../app/account/roles/roles-words.ts';
import { decideInvite } from '../../../../app/parcours/invite/invite.ts';
import { explainInvite } from '../../../../app/parcours/invite/sharing-words.ts';

it.each([
  [{ token: null, privilege: 'guest' as const }, false, 'nothing'],
  [{ token: null, privilege: null }, true, 'nothing'],
  [{ token: 't', privilege: 'guest' as const }, true, 'join'],
  [{ token: 't', privilege: 'admin' as const }, true, 'join'],
  [{ token: 't', privilege: 'guest' as const }, false, 'join'],
  [{ token: 't', privilege: 'drop' as const }, false, 'login'],
  [{ token: 't', privilege: null }, false, 'login'],
])('a link with %j, logged in: %s, leads to %s', (link, isLoggedIn, step) => {
  expect(decideInvite(link, isLoggedIn)).toBe(step);
});

const { forOne, needsAccount, limitedByRole, limitedByPrivilege } = roleStrings.invite;

it.each([
  ['user', 'admin', 'drop', [limitedByRole('user', ['admin', 'editor', 'guest'])]],
  ['user', 'drop', 'drop', [limitedByRole('user', ['guest']), limitedByPrivilege(['admin', 'editor'])]],
  ['editor', 'admin', 'guest', [limitedByRole('editor', ['admin'])]],
  ['editor', 'editor', 'editor', [needsAccount, limitedByPrivilege(['admin'])]],
  ['admin', 'admin', 'guest', []],
  ['admin', 'admin', 'admin', [forOne, needsAccount]],
  ['user', 'guest', 'drop', []],
] as const)('the role %s with the privilege %s, inviting with %s, reads why the others are missing', (...row) => {
  const [role, privilege, chosen, sentences] = row;
  expect(explainInvite(role, privilege, chosen)).toEqual(sentences);
});
