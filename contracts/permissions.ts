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

/** May have a picture of their own: guests have no profile. */
export function mayHavePicture(role: Role): boolean {
  return role !== 'guest';
}

/** May record, on some parcours where they may drop: guests have no drop tool anywhere. */
export function mayRecord(role: Role): boolean {
  return role !== 'guest';
}

/** May put a place on a parcours, with its audio. Drop mode has no effect for guests, whatever their privilege. */
export function mayDrop(role: Role, privilege: Privilege | null): boolean {
  return mayRecord(role) && privilege !== null && privilege !== 'guest';
}

/** May change a place (its name, shape and audio) or delete it: its author, or whoever may modify the parcours' content. */
export function mayChangePlace(role: Role, privilege: Privilege | null, isAuthor: boolean): boolean {
  if (!mayDrop(role, privilege)) return false;
  return isAuthor || privilege === 'editor' || privilege === 'admin';
}

/** May change a parcours' name, description and image. */
export function mayEditParcours(role: Role, privilege: Privilege | null): boolean {
  return isEditorOrAbove(role) && (privilege === 'editor' || privilege === 'admin');
}

/** May use the editor's tools (drawing, a false position) on a parcours: they change nothing that the server has not to allow. */
export function mayUseEditorTools(role: Role, privilege: Privilege | null): boolean {
  return isEditorOrAbove(role) && privilege !== null;
}

/** May delete a parcours, change what its members may do, remove them, and see and revoke everybody's invitations. */
export function mayManageParcours(role: Role, privilege: Privilege | null): boolean {
  return role !== 'guest' && privilege === 'admin';
}

/** May remove this member from a parcours: everybody may leave. */
export function mayRemoveMember(role: Role, privilege: Privilege | null, isSelf: boolean): boolean {
  return mayReadParcours(privilege) && (isSelf || mayManageParcours(role, privilege));
}

/** May create, rename, delete and fill bundles. */
export function mayManageBundles(role: Role): boolean {
  return isEditorOrAbove(role);
}

/** May put this parcours into a bundle or take it out: who manages bundles and sees the parcours, or the site's admins. */
export function mayBundleParcours(role: Role, privilege: Privilege | null): boolean {
  return mayManageBundles(role) && (role === 'admin' || mayReadParcours(privilege));
}

/** May list what somebody made: one's own, or anybody's for the site's admins. */
export function mayListWorkOf(role: Role, isSelf: boolean): boolean {
  return isSelf || role === 'admin';
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

function isEditorOrAbove(role: Role): boolean {
  return role === 'editor' || role === 'admin';
}
