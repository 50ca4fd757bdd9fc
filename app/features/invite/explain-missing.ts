import { invitablePrivileges } from '../../../contracts/permissions.ts';
import { PRIVILEGES, type Privilege, type Role } from '../../../contracts/vocabulary.ts';
import { roleStrings } from '../../words/roles.ts';

/** Why somebody who may invite to a map may not do so with every privilege: a sentence for each reason. */
export function explainMissing(role: Role, privilege: Privilege): string[] {
  const offers = invitablePrivileges(role, privilege);
  if (offers.length === 0) return [];
  const missing = [...PRIVILEGES].reverse().filter((offer) => !offers.includes(offer));
  const ownRank = PRIVILEGES.indexOf(privilege);
  const above = missing.filter((offer) => PRIVILEGES.indexOf(offer) > ownRank);
  const below = missing.filter((offer) => !above.includes(offer));
  return [
    ...(below.length > 0 ? [roleStrings.invite.heldByRole(role, below)] : []),
    ...(above.length > 0 ? [roleStrings.invite.heldByPrivilege(above)] : []),
  ];
}
