import { mayChangePlace, mayReadParcours } from '../permissions.ts';
import type { Privilege, Role } from '../vocabulary.ts';

/** May approve or refuse what others drop on a parcours that requires it: its editors and admins, whose own needs no approval. */
export function mayApprove(role: Role, privilege: Privilege | null): boolean {
  return mayChangePlace(role, privilege, false);
}

/** May report a place or a parcours: whoever may see it, guests too. */
export function mayReport(privilege: Privilege | null): boolean {
  return mayReadParcours(privilege);
}
