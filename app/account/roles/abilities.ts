import {
  invitablePrivileges,
  mayDrop,
  mayEditParcours,
  mayManageParcours,
  mayUseEditorTools,
} from '../../../contracts/permissions.ts';
import type { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { roleStrings } from './roles-words.ts';

const words = roleStrings.abilities;

const RULES: ReadonlyArray<readonly [string, (role: Role, privilege: Privilege) => boolean]> = [
  [words.drop, mayDrop],
  [words.manage, mayManageParcours],
  [words.tools, mayUseEditorTools],
  [words.edit, mayEditParcours],
];

/** Lists what a privilege allows on a map with a role, and what the role editor would add, derived from the rules. */
export function listAbilities(role: Role, privilege: Privilege): { readonly can: string[]; readonly lacks: string[] } {
  const can = RULES.filter(([, allows]) => allows(role, privilege));
  const lacks = RULES.filter(([, allows]) => !allows(role, privilege) && allows('editor', privilege));
  const invites = invitablePrivileges(role, privilege);
  const lackedInvites = invitablePrivileges('editor', privilege).filter((offer) => !invites.includes(offer));
  return {
    can: [...can.map(([text]) => text), ...(invites.length > 0 ? [words.invite(invites)] : [])],
    lacks: [...lacks.map(([text]) => text), ...(lackedInvites.length > 0 ? [words.invite(lackedInvites)] : [])],
  };
}
