import { invitablePrivileges, isHeldBack } from '../../../contracts/permissions.ts';
import { PRIVILEGES, type Privilege, type Role } from '../../../contracts/vocabulary.ts';
import { roleStrings } from '../../account/roles/roles-words.ts';

/**
 * Explains what inviting a person with the privilege `chosen` means, and why other privileges are unavailable, one
 * sentence each.
 *
 * @param role of the inviter, with their `privilege` on the map
 */
export function explainInvite(role: Role, privilege: Privilege, chosen: Privilege): string[] {
  const offers = invitablePrivileges(role, privilege);
  if (offers.length === 0) return [];
  const missing = [...PRIVILEGES].reverse().filter((offer) => !offers.includes(offer));
  const ownRank = PRIVILEGES.indexOf(privilege);
  const above = missing.filter((offer) => PRIVILEGES.indexOf(offer) > ownRank);
  const below = missing.filter((offer) => !above.includes(offer));
  return [
    ...(chosen === 'admin' ? [roleStrings.invite.forOne] : []),
    ...(isHeldBack('user', chosen) ? [roleStrings.invite.needsAccount] : []),
    ...(below.length > 0 ? [roleStrings.invite.heldByRole(role, below)] : []),
    ...(above.length > 0 ? [roleStrings.invite.heldByPrivilege(above)] : []),
  ];
}
