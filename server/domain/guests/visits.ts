import type { NewVisit } from '../../../contracts/invite.ts';
import type { CallResponse } from '../../../contracts/routes.ts';
import { GUEST_DOMAIN, isThrowaway } from '../../../contracts/user.ts';
import { type AccountRow, findAccountByEmail, insertAccount } from '../../store/accounts.ts';
import type { Database, Transactor } from '../../store/database.ts';
import { deleteUnusedGuests } from '../../store/guests.ts';
import { toUser } from '../accounts/accounts.ts';
import { type Device, GUEST_LIFETIME_S, type Sessions } from '../accounts/sessions.ts';
import { type Clock, DAY_MS, daysAgo, stamp } from '../clock.ts';
import { sha256Of } from '../keys.ts';
import type { Invitations } from '../parcours/invitations.ts';

/** Name of every guest account; nobody sees it, because guests are counted and not listed. */
const GUEST_NAME = 'Guest';

/** Visits to the parcours of this database. */
export function createVisits(database: Database, invitations: Invitations, sessions: Sessions, clock: Clock) {
  return {
    /** Whether a guest has come with this key before. */
    isKnown: async (key: string): Promise<boolean> =>
      (await findAccountByEmail(database.reader, emailOf(key))) !== undefined,

    /**
     * Makes a guest's account, membership and session from an invitation for guests, all or nothing. The same key leads
     * to the same guest again, in a new session.
     * @param address network address of the request, for the audit log.
     * @throws AppError as `Invitations.accept` does for a guest; `suspended`.
     */
    enter: async ({ token, key }: NewVisit, device: Device, address: string): Promise<CallResponse<'visit'>> => {
      const { user, parcoursId, session } = await database.transact(async (tx) => {
        await invitations.expectForGuests(tx, token);
        const guest = await findOrMakeGuest(tx, key, stamp(clock));
        const { mapId: parcoursId } = await invitations.acceptIn(
          tx,
          { id: guest.id, role: guest.role, address },
          token,
        );
        return { parcoursId, user: toUser(guest), session: await sessions.start(tx, guest.id, 'guest', device) };
      });
      return { user, mapId: parcoursId, token: await sessions.tokenFor(session) };
    },
  };
}

async function findOrMakeGuest(tx: Transactor, key: string, now: string): Promise<AccountRow> {
  const email = emailOf(key);
  const known = await findAccountByEmail(tx, email);
  if (known !== undefined) {
    if (!isThrowaway(known))
      throw new Error(`Expected account ${known.id} to be a guest's, got the role ${known.role}`);
    return known;
  }
  // An empty hash matches no password.
  const row = { email, name: GUEST_NAME, role: 'guest', password_hash: '', picture: null, created_at: now } as const;
  const made = await insertAccount(tx, row);
  if (made === undefined) throw new Error('Expected a new guest account, got none');
  return made;
}

/** Hashes the key, which lets its owner in: it is long and random, so one round of SHA-256 is enough. */
function emailOf(key: string): string {
  return `guest-${sha256Of(key)}@${GUEST_DOMAIN}`;
}

/** Days without any use after which a guest who is a member of no parcours is deleted. */
const UNUSED_GUEST_DAYS = 30;

const GUEST_LIFETIME_DAYS = (GUEST_LIFETIME_S * 1000) / DAY_MS;

/**
 * Deletes the accounts of guests who are no longer members of any parcours and have not used their account for 30 days:
 * no visit, no renewal of a session, no event. Members stay, because they may return for as long as they are members.
 */
export function createUnusedGuests(database: Database, clock: Clock): { deleteAll(): Promise<number> } {
  return {
    deleteAll: () =>
      database.transact((tx) =>
        deleteUnusedGuests(tx, {
          since: daysAgo(clock, UNUSED_GUEST_DAYS),
          // A guest's session lasts its full lifetime from its start or renewal.
          sessionsUntil: daysAgo(clock, UNUSED_GUEST_DAYS - GUEST_LIFETIME_DAYS),
        }),
      ),
  };
}
