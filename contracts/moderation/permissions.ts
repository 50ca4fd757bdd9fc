import { mayChangePlace, mayReadParcours } from '../permissions.ts';
import type { Privilege, Role } from '../vocabulary.ts';

/** May approve or refuse what others drop on a parcours that requires it: its editors and admins, whose own needs no approval. */
export function mayApprove(role: Role, privilege: Privilege | null): boolean {
  return mayChangePlace(role, privilege, false);
}

/**
 * May bring a deleted place back: those who may delete it, but nobody against the word of somebody above them.
 *
 * @param deletedAs privilege of the editor or admin who deleted what somebody else made; null if its author did
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

/** May delete a deleted place for good: everybody who may bring it back, and its author in any case. */
export function mayDeleteForGood(
  role: Role,
  privilege: Privilege | null,
  isAuthor: boolean,
  deletedAs: Privilege | null,
): boolean {
  return mayBringBack(role, privilege, isAuthor, deletedAs) || (isAuthor && mayChangePlace(role, privilege, isAuthor));
}

/** May report a place or a parcours: whoever may see it, guests too. */
export function mayReport(privilege: Privilege | null): boolean {
  return mayReadParcours(privilege);
}
