import { mayDrop, mayEditParcours, mayManageParcours } from '../../../contracts/permissions.ts';
import type { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { mapPanes } from '../parcours-panes-words.ts';

const words = mapPanes.members;

/**
 * Describes what a changed privilege allows a member, within the limits of their account.
 *
 * @param name null for oneself
 */
export function describeRights(name: string | null, role: Role, privilege: Privilege): string {
  const acts = [
    words.acts.listen,
    ...(mayDrop(role, privilege) ? [words.acts.drop] : []),
    ...(mayEditParcours(role, privilege) ? [words.acts.edit] : []),
    ...(mayManageParcours(role, privilege) ? [words.acts.manage] : []),
  ];
  return name === null ? words.youMayNow(acts) : words.mayNow(name, acts);
}
