import { expect, it } from 'vitest';
import { explainInvite } from '../../../../app/features/invite/explain-invite.ts';
import { roleStrings } from '../../../../app/words/roles.ts';

const { forOne, needsAccount, heldByRole, heldByPrivilege } = roleStrings.invite;

it.each([
  ['user', 'admin', 'drop', [heldByRole('user', ['admin', 'editor', 'guest'])]],
  ['user', 'drop', 'drop', [heldByRole('user', ['guest']), heldByPrivilege(['admin', 'editor'])]],
  ['editor', 'admin', 'guest', [heldByRole('editor', ['admin'])]],
  ['editor', 'editor', 'editor', [needsAccount, heldByPrivilege(['admin'])]],
  ['admin', 'admin', 'guest', []],
  ['admin', 'admin', 'admin', [forOne, needsAccount]],
  ['user', 'guest', 'drop', []],
] as const)('the role %s with the privilege %s, inviting with %s, reads why the others are missing', (...row) => {
  const [role, privilege, chosen, sentences] = row;
  expect(explainInvite(role, privilege, chosen)).toEqual(sentences);
});
