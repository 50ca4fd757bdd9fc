import { mayChangePlace, mayReadParcours } from './permissions.ts';
import type { Privilege, Role } from './vocabulary.ts';

/**
 * May approve or refuse drops on a parcours that requires it: its editors and admins, whose own drops need no approval.
 */
export function mayApprove(role: Role, privilege: Privilege | null): boolean {
  return mayChangePlace(role, privilege, false);
}

/**
 * May restore a deleted place: those who may delete it, unless someone with a higher privilege deleted it.
 * @param deletedAs privilege of the editor or admin who deleted another person's place; null if its author did
 */
export function mayBringBack(
  role: Role,
  privilege: Privilege | null,
  isAuthor: boolean,
  deletedAs: Privilege | null,
): boolean {
  if (!mayChangePlace(role, privilege, isAuthor)) return false;
  return deletedAs === null || privilege === 'admin' || privilege === deletedAs;
}

/** May delete a deleted place for good: everyone who may restore it, and always its author. */
export function mayDeleteForGood(
  role: Role,
  privilege: Privilege | null,
  isAuthor: boolean,
  deletedAs: Privilege | null,
): boolean {
  return mayBringBack(role, privilege, isAuthor, deletedAs) || (isAuthor && mayChangePlace(role, privilege, isAuthor));
}

/** May report a place or a parcours: everyone who may see it, guests included. */
export function mayReport(privilege: Privilege | null): boolean {
  return mayReadParcours(privilege);
}
