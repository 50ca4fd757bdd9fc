import { PRIVILEGES, type Privilege, type Role } from './vocabulary.ts';

/**
 * The permission rules, which the app uses for display and the server enforces. Pure functions; the privilege of a
 * non-member is `null`.
 */

/** May listen to a parcours and see its members. */
export function mayReadParcours(privilege: Privilege | null): boolean {
  return privilege !== null;
}

/** May create a parcours: everybody but guests. */
export function mayCreateParcours(role: Role): boolean {
  return role !== 'guest';
}

/** May have a profile picture: everybody but guests, who have no profile. */
export function mayHavePicture(role: Role): boolean {
  return role !== 'guest';
}

/** May record at all: guests have no drop tool anywhere. */
export function mayRecord(role: Role): boolean {
  return role !== 'guest';
}

/** May put a place on a parcours, with its audio: never a guest, whatever their privilege. */
export function mayDrop(role: Role, privilege: Privilege | null): boolean {
  return mayRecord(role) && privilege !== null && privilege !== 'guest';
}

/** May change a place (name, shape, audio) or delete it: its author, and the editors and admins of the parcours. */
export function mayChangePlace(role: Role, privilege: Privilege | null, isAuthor: boolean): boolean {
  if (!mayDrop(role, privilege)) return false;
  return isAuthor || privilege === 'editor' || privilege === 'admin';
}

/** May change a parcours' name, description and image. */
export function mayEditParcours(role: Role, privilege: Privilege | null): boolean {
  return isEditorOrAbove(role) && (privilege === 'editor' || privilege === 'admin');
}

/** May plan places on a parcours: put them there without audio, for others to fill. */
export function mayPlan(role: Role, privilege: Privilege | null): boolean {
  return mayEditParcours(role, privilege);
}

/** May use the editor's tools (drawing, a false position) on a parcours; the server checks what they save. */
export function mayUseEditorTools(role: Role, privilege: Privilege | null): boolean {
  return isEditorOrAbove(role) && privilege !== null;
}

/**
 * Whether an account's role denies what its privilege on a parcours promises: the Editor or Admin of a map may have
 * neither the editor's tools nor the right to change the map's information.
 */
export function isLimitedByRole(role: Role, privilege: Privilege | null): boolean {
  return !isEditorOrAbove(role) && (privilege === 'editor' || privilege === 'admin');
}

/** May ask for the role editor: accounts of the role user. Guests sign up first. */
export function mayRequestRole(role: Role): boolean {
  return role === 'user';
}

/** May see all requests for a role, and answer them. */
export function mayAnswerRoleRequests(role: Role): boolean {
  return role === 'admin';
}

/** May use the site's admin screen: the audit log, and all accounts, maps and settings. */
export function mayAdminister(role: Role): boolean {
  return role === 'admin';
}

/** May delete a parcours, change what its members may do, remove them, and see and revoke all invitations. */
export function mayManageParcours(role: Role, privilege: Privilege | null): boolean {
  return role !== 'guest' && privilege === 'admin';
}

/** May see what was heard on a parcours, in counts: its admins and the site's. */
export function mayReadHeard(role: Role, privilege: Privilege | null): boolean {
  return role === 'admin' || mayManageParcours(role, privilege);
}

/** May remove this member from a parcours; everyone may remove themselves. */
export function mayRemoveMember(role: Role, privilege: Privilege | null, isSelf: boolean): boolean {
  return mayReadParcours(privilege) && (isSelf || mayManageParcours(role, privilege));
}

/** May create, rename, delete and fill bundles. */
export function mayManageBundles(role: Role): boolean {
  return isEditorOrAbove(role);
}

/** May add this parcours to bundles or remove it: site admins, and those who manage bundles and may read the parcours. */
export function mayBundleParcours(role: Role, privilege: Privilege | null): boolean {
  return mayManageBundles(role) && (role === 'admin' || mayReadParcours(privilege));
}

/** May list the items that an account made: its owner, and the site's admins. */
export function mayListWorkOf(role: Role, isSelf: boolean): boolean {
  return isSelf || role === 'admin';
}

/**
 * The privileges that an account may invite with: those of its global role, up to its own privilege on the parcours.
 * Ordered from highest to lowest, as the settings pane lists them.
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
