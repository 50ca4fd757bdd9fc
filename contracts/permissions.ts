import { PRIVILEGES, type Privilege, type Role } from './vocabulary.ts';

/**
 * The product's rules of who may do what, used by the app to show and by the server to enforce. Pure: a caller who has
 * no membership on the parcours passes `null` for the privilege.
 */

/** May listen to a parcours and see its members. */
export function mayReadParcours(privilege: Privilege | null): boolean {
  return privilege !== null;
}

/** May create a parcours: everybody with an account of their own. */
export function mayCreateParcours(role: Role): boolean {
  return role !== 'guest';
}

/** May put a place on a parcours, with its audio. Drop mode has no effect for guests, whatever their privilege. */
export function mayDrop(role: Role, privilege: Privilege | null): boolean {
  return role !== 'guest' && privilege !== null && privilege !== 'guest';
}

/** May attach audio to a place: its author, or whoever may modify the parcours' content. */
export function mayAttachAudio(role: Role, privilege: Privilege | null, isAuthor: boolean): boolean {
  if (!mayDrop(role, privilege)) return false;
  return isAuthor || privilege === 'editor' || privilege === 'admin';
}

/**
 * The privileges somebody may invite with: what the global role offers, never above the inviter's own privilege on
 * that parcours. Ordered from most to least, as the settings pane lists them.
 */
export function invitablePrivileges(role: Role, privilege: Privilege | null): Privilege[] {
  if (privilege === null) return [];
  const own = PRIVILEGES.indexOf(privilege);
  return INVITES_BY_ROLE[role].filter((offered) => PRIVILEGES.indexOf(offered) <= own);
}

const INVITES_BY_ROLE: Record<Role, readonly Privilege[]> = {
  admin: ['admin', 'editor', 'drop', 'guest'],
  editor: ['editor', 'drop', 'guest'],
  user: ['drop'],
  guest: [],
};
