import { proxy } from 'valtio';
import { parcoursCalls } from '../../../contracts/calls/parcours-calls.ts';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { InviteId, ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { randomKey } from '../../platform/page/random.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

addCalls(parcoursCalls);

/** The valid invitations to one parcours, and the links created here. */
interface Invitations extends LoadState {
  /** The parcours that was shown last; null before the first. */
  parcoursId: ParcoursId | null;
  /** For people who manage the parcours, all invitations; for others, their own. */
  list: OpenInvite[];
  /** The person's latest link for each privilege: one with a label, or their permanent one. */
  links: Partial<Record<Privilege, MadeLink>>;
  /** The privilege that was chosen for the next invitation; null until one is. */
  chosen: Privilege | null;
  /** The addresses that were typed for a mail and not sent yet. */
  addresses: string;
  /** The last mail without an answer: the same one again is a retry. */
  attempt: { readonly content: string; readonly key: string };
}

/** A link, as a path of this origin. */
interface MadeLink {
  readonly path: string;
  readonly label: string | null;
}

const NO_ATTEMPT = { content: '', key: '' } as const;

/** The invitations to the parcours that was shown last. Changed only in this file. */
export const invitations = proxy<Invitations>(noInvitations());

const loader = createLoader(invitations);

/** Loads the invitations to a parcours. Never rejects. */
export function loadInvitations(parcoursId: ParcoursId): Promise<void> {
  showParcours(parcoursId);
  return loader.load(
    () => call('listInvites', { query: { mapId: parcoursId } }),
    (list) => {
      invitations.list = list;
    },
  );
}

/**
 * Makes a link to a parcours with a privilege: a new one with a label; without a label, the person's permanent one,
 * which stays the same until it expires or is revoked, so that a printed QR code matches the link shown here. Stores it
 * in `links`, unless another parcours is shown meanwhile, and loads the list again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function makeLink(
  parcoursId: ParcoursId,
  privilege: Privilege,
  label: string | null = null,
): Promise<void> {
  showParcours(parcoursId);
  const { link } =
    label === null
      ? await call('createShareLink', { params: { mapId: parcoursId, privilege }, body: {} })
      : await call('createInvite', { body: { mapId: parcoursId, privilege, label } });
  if (invitations.parcoursId !== parcoursId) return;
  invitations.links[privilege] = { path: link, label };
  void loadInvitations(parcoursId);
}

/** The privileges of invitations that are mailed to several people. */
export type MailedPrivilege = Exclude<Privilege, 'admin'>;

/**
 * Mails one link to all addresses, and loads the list again. Returns how many get it, and which addresses don't. The same
 * again after a failure is a retry, which mails nothing twice.
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function mailInvites(
  parcoursId: ParcoursId,
  privilege: MailedPrivilege,
  emails: readonly string[],
  label: string,
) {
  const body = { mapId: parcoursId, privilege, emails: [...emails], label };
  const content = JSON.stringify(body);
  showParcours(parcoursId);
  if (invitations.attempt.content !== content) invitations.attempt = { content, key: randomKey() };
  const sent = await call('mailInvites', { body }, { idempotencyKey: invitations.attempt.key });
  if (invitations.attempt.content === content) invitations.attempt = NO_ATTEMPT;
  if (invitations.parcoursId === parcoursId) void loadInvitations(parcoursId);
  return sent;
}

/** Stores what is chosen or typed for the next invitation to a parcours: its link and its mail share it. */
export function prepareInvitation(
  parcoursId: ParcoursId,
  prepared: Partial<Pick<Invitations, 'chosen' | 'addresses'>>,
): void {
  showParcours(parcoursId);
  Object.assign(invitations, prepared);
}

/** Removes the link of a privilege from the screen, to make another. */
export function putLinkAway(privilege: Privilege): void {
  delete invitations.links[privilege];
}

/** Revokes an invitation. @throws {ApiError | NetworkError} as `call` does; the state stays unchanged. */
export async function revokeInvitation({
  id,
  privilege,
  link,
}: {
  id: InviteId;
  privilege: Privilege;
  link: string | null;
}): Promise<void> {
  await call('revokeInvite', { params: { inviteId: id } });
  loader.supersede();
  invitations.list = invitations.list.filter((invitation) => invitation.id !== id);
  if (link === null || invitations.links[privilege]?.path === link) delete invitations.links[privilege];
}

/** Clears invitations and links at the end of a session. */
export function forgetInvitations(): void {
  loader.supersede();
  Object.assign(invitations, noInvitations());
}

function showParcours(parcoursId: ParcoursId): void {
  if (invitations.parcoursId !== parcoursId) Object.assign(invitations, noInvitations(), { parcoursId });
}

function noInvitations(): Invitations {
  return { ...notLoaded(), parcoursId: null, list: [], links: {}, chosen: null, addresses: '', attempt: NO_ATTEMPT };
}

forgetAtSessionEnd(forgetInvitations);
