import { ROLE_REQUEST_PAUSE_DAYS, ROLE_REQUESTS_LISTED_MAX } from '../../../contracts/limits.ts';
import { isLimitedByRole, mayAnswerRoleRequests, mayRequestRole } from '../../../contracts/permissions.ts';
import type { RoleRequest, RoleRequestList } from '../../../contracts/role-request.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { RoleRequestId, UserId } from '../../../contracts/vocabulary.ts';
import { findAccount, listAccountsWithRole, updateAccount } from '../../store/accounts.ts';
import type { Database, Reader } from '../../store/database.ts';
import {
  answerRoleRequest,
  countRoleRequests,
  findRoleRequest,
  insertRoleRequest,
  listOpenRoleRequests,
  listRoleRequestsOf,
  type RoleRequestWithAccountRow,
} from '../../store/role-requests.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import { privilegeOn } from './parcours.ts';

/** A change of a request, for the server's log: ids only. */
interface RoleRequestNote {
  readonly what: 'asked' | 'granted' | 'refused';
  readonly roleRequestId: RoleRequestId;
  readonly accountId: UserId;
  /** The admin who answered. */
  readonly by?: UserId;
}

/** Requests for the role editor. */
export type RoleRequests = ReturnType<typeof createRoleRequests>;

/** The requests in this database. `note` is called after each change. */
export function createRoleRequests(database: Database, clock: Clock, note: (note: RoleRequestNote) => void) {
  return {
    /**
     * Asks for the role editor. An account has at most one open request: a repetition returns it and changes nothing.
     * @throws AppError `forbidden` unless the caller's role is user and, on the parcours if one is named, holds back
     * their privilege; `not_found` if there is no such parcours; `too_many_requests` for some days after a refusal.
     */
    ask: async (
      caller: Caller,
      { mapId: parcoursId, words }: CallParsed<'requestRole'>['body'],
    ): Promise<RoleRequest> => {
      const { request, isNew } = await database.transact(async (tx) => {
        if (!mayRequestRole(caller.role)) {
          throw new AppError('forbidden', `Expected the role user to ask for the role editor, got ${caller.role}`);
        }
        if (parcoursId !== undefined && !isLimitedByRole(caller.role, await privilegeOn(tx, parcoursId, caller))) {
          throw new AppError('forbidden', `Expected the privilege editor or admin on parcours ${parcoursId}`);
        }
        const [last] = await listRoleRequestsOf(tx, caller.id, 1);
        if (last !== undefined && last.answer === null) return { request: toRequest(last), isNew: false };
        if (last !== undefined) checkPause(last, clock);
        const id = await insertRoleRequest(tx, {
          account_id: caller.id,
          parcours_id: parcoursId ?? null,
          words: words || null,
          asked_at: stamp(clock),
        });
        return { request: toRequest(await existing(tx, id)), isNew: true };
      });
      if (isNew) note({ what: 'asked', roleRequestId: request.id, accountId: caller.id });
      return request;
    },

    /** Returns all open requests for the site's admins, and for other callers their own. */
    list: async (caller: Caller): Promise<RoleRequestList> => {
      const { reader } = database;
      const isAnswerer = mayAnswerRoleRequests(caller.role);
      const rows = isAnswerer
        ? await listOpenRoleRequests(reader, ROLE_REQUESTS_LISTED_MAX)
        : await listRoleRequestsOf(reader, caller.id, ROLE_REQUESTS_LISTED_MAX);
      const total = await countRoleRequests(reader, isAnswerer ? 'open' : caller.id);
      const hasAdmin = (await listAccountsWithRole(reader, ['admin'])).length > 0;
      return { requests: rows.map(toRequest), total, hasAdmin };
    },

    /**
     * Answers a request. Granting makes a user an editor, effective from their next request; other roles stay the same. A
     * repetition of the same answer changes nothing.
     * @throws AppError `forbidden` for anybody but the site's admins, `not_found`, `conflict` if the request has another
     * answer, or if the account is a guest's.
     */
    answer: async (
      caller: Caller,
      id: RoleRequestId,
      { answer, words }: CallParsed<'answerRoleRequest'>['body'],
    ): Promise<RoleRequest> => {
      if (!mayAnswerRoleRequests(caller.role)) {
        throw new AppError('forbidden', `Expected the role admin to answer requests, got ${caller.role}`);
      }
      const { request, isNew } = await database.transact(async (tx) => {
        const before = await existing(tx, id);
        if (before.answer === answer) return { request: toRequest(before), isNew: false };
        if (before.answer !== null) {
          throw new AppError('conflict', `Request ${id} has been answered already: ${before.answer}`);
        }
        if (answer === 'granted') {
          const account = await findAccount(tx, before.account_id);
          if (account?.role === 'guest') {
            throw new AppError('conflict', `Account ${account.id} is a guest's, who signs up first`);
          }
          if (account?.role === 'user') await updateAccount(tx, account.id, { role: 'editor' });
        }
        const row = { answer, answer_words: words || null, answered_at: stamp(clock), answered_by: caller.id };
        await answerRoleRequest(tx, id, row);
        await addToAuditLog(tx, clock, {
          action: answer === 'granted' ? 'role_granted' : 'role_refused',
          by: caller,
          account: before.account_id,
          detail: 'editor',
        });
        return { request: toRequest({ ...before, ...row }), isNew: true };
      });
      if (isNew) note({ what: answer, roleRequestId: id, accountId: request.account.id, by: caller.id });
      return request;
    },
  };
}

function checkPause(row: RoleRequestWithAccountRow, clock: Clock): void {
  const until = mayAskAgainAt(row);
  if (until === null || until <= stamp(clock)) return;
  const retryAfterS = Math.ceil((Date.parse(until) - clock()) / 1000);
  throw new AppError('too_many_requests', `The last request was refused; ask again at ${until}`, { retryAfterS });
}

function mayAskAgainAt({ answer, answered_at }: RoleRequestWithAccountRow): string | null {
  if (answer !== 'refused' || answered_at === null) return null;
  return new Date(Date.parse(answered_at) + ROLE_REQUEST_PAUSE_DAYS * DAY_MS).toISOString();
}

async function existing(reader: Reader, id: RoleRequestId): Promise<RoleRequestWithAccountRow> {
  const row = await findRoleRequest(reader, id);
  if (row === undefined) throw new AppError('not_found', `There is no request ${id}`);
  return row;
}

function toRequest(row: RoleRequestWithAccountRow): RoleRequest {
  const { id, account_id, account_name, account_email, account_picture, parcours_id, parcours_title } = row;
  return {
    id,
    account: { id: account_id, name: account_name, email: account_email, picture: account_picture },
    map:
      parcours_id === null || parcours_title === null
        ? null
        : { id: parcours_id, name: parcours_title, privilege: row.privilege, memberSince: row.joined_at },
    words: row.words,
    askedAt: row.asked_at,
    state: row.answer ?? 'open',
    answeredAt: row.answered_at,
    answerWords: row.answer_words,
    mayAskAgainAt: mayAskAgainAt(row),
  };
}
