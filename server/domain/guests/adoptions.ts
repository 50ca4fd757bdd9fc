import { isThrowaway } from '../../../contracts/user.ts';
import type { Privilege, UserId } from '../../../contracts/vocabulary.ts';
import { deleteAccount, findAccount } from '../../store/accounts.ts';
import type { Database, Transactor } from '../../store/database.ts';
import { findAdoption, insertAdoption, moveBelongings } from '../../store/guests.ts';
import { listBars, listUsedInvitations, putBar } from '../../store/invitations.ts';
import { listMemberships, putMembership } from '../../store/parcours.ts';
import { refusesStatistics, setStatistics } from '../../store/rights.ts';
import { findSession } from '../../store/sessions.ts';
import type { TokenClaims, Tokens } from '../accounts/tokens.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog, forgetInAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { rank } from '../parcours/parcours.ts';

/** Adopts the guests of this database. */
export function createAdoptions(database: Database, tokens: Tokens, clock: Clock) {
  return {
    /**
     * Transfers a guest's data (memberships, places, recordings, events, uses of invitations) to the caller, and deletes
     * the guest's account with its sessions. Of two privileges on one parcours the higher counts. A caller whom an admin
     * removed, or whose privilege an admin lowered, gains nothing by an older invitation. A repeated call does nothing.
     * @param token of a session of the guest.
     * @throws AppError `guest_ended` if the token, its session or its account no longer exists; `forbidden` if that
     * account is not a guest's, is the caller's own or was adopted by another account, or the caller is a guest.
     */
    adopt: async (caller: Caller, token: string) => {
      const claims = await tokens.read(token).catch((cause: unknown) => {
        throw new AppError('guest_ended', 'Expected a valid token of a guest', { cause });
      });
      await database.transact(async (tx) => {
        if (await isRepeated(tx, caller.id, claims.accountId)) return;
        const guestId = await expectGuest(tx, caller, claims);
        await carryMemberships(tx, guestId, caller.id);
        await moveBelongings(tx, guestId, caller.id);
        // A refusal as a guest still holds: logging in is no consent.
        if (await refusesStatistics(tx, guestId)) await setStatistics(tx, caller.id, false);
        await insertAdoption(tx, { guest_id: guestId, account_id: caller.id, adopted_at: stamp(clock) });
        await addToAuditLog(tx, clock, { action: 'guest_adopted', by: caller, account: guestId });
        await forgetInAuditLog(tx, guestId);
        await deleteAccount(tx, guestId);
      });
    },
  };
}

async function isRepeated(tx: Transactor, callerId: UserId, guestId: UserId): Promise<boolean> {
  const adoption = await findAdoption(tx, guestId);
  if (adoption !== undefined && adoption.account_id !== callerId) {
    throw new AppError('forbidden', 'This guest has become somebody else');
  }
  return adoption !== undefined;
}

async function expectGuest(tx: Transactor, caller: Caller, { accountId, sessionId }: TokenClaims): Promise<UserId> {
  const session = await findSession(tx, sessionId);
  if (session === undefined || session.account_id !== accountId) {
    throw new AppError('guest_ended', 'The session of this guest has ended');
  }
  const guest = await findAccount(tx, accountId);
  if (guest === undefined) throw new AppError('guest_ended', 'There is no such guest');
  if (!isThrowaway(guest)) throw new AppError('forbidden', 'Expected the token of a guest account from an invitation');
  if (caller.role === 'guest' || caller.id === guest.id) {
    throw new AppError('forbidden', 'Expected a caller whose account is no guest');
  }
  return guest.id;
}

async function carryMemberships(tx: Transactor, guestId: UserId, callerId: UserId): Promise<void> {
  const own = new Map((await listMemberships(tx, callerId)).map((row) => [row.parcours_id, row.privilege]));
  const ownBars = new Map((await listBars(tx, callerId)).map((row) => [row.parcours_id, row.last_invite_id]));
  const used = await listUsedInvitations(tx, guestId);
  for (const membership of await listMemberships(tx, guestId)) {
    const { parcours_id } = membership;
    const bar = ownBars.get(parcours_id);
    const newer = used.filter((invitation) => invitation.parcours_id === parcours_id && invitation.id > (bar ?? 0));
    const privilege = bar === undefined ? membership.privilege : lowerOf(membership.privilege, newer);
    const current = own.get(parcours_id);
    if (privilege === null || (current !== undefined && rank(privilege) <= rank(current))) continue;
    await putMembership(tx, { ...membership, account_id: callerId, privilege });
  }
  // Bars of the guest also hold for the account, unless it was a member itself.
  for (const bar of await listBars(tx, guestId)) {
    if (own.has(bar.parcours_id)) continue;
    const last_invite_id = Math.max(bar.last_invite_id, ownBars.get(bar.parcours_id) ?? 0);
    await putBar(tx, { ...bar, account_id: callerId, last_invite_id });
  }
}

/** Returns the highest privilege that these invitations give, at most the guest's own; null without invitations. */
function lowerOf(own: Privilege, invitations: readonly { readonly privilege: Privilege }[]): Privilege | null {
  const given = invitations.map(({ privilege }) => privilege).sort((a, b) => rank(b) - rank(a))[0];
  if (given === undefined) return null;
  return rank(given) < rank(own) ? given : own;
}
