import type { Slug } from '../../contracts/open-parcours.ts';
import { mayAdminister } from '../../contracts/permissions.ts';
import type { ParcoursId, Role, UserId } from '../../contracts/vocabulary.ts';
import { type AccountRow, findAccount } from '../store/accounts.ts';
import type { Reader } from '../store/database.ts';
import { AppError } from './app-error.ts';

/** The authenticated account of a request, known from the token and the database only. */
export interface Caller {
  readonly id: UserId;
  readonly role: Role;
  /** The network address that the request came from, for the audit log only; undefined if there was no request. */
  readonly address?: string;
}

/** The account and the session of a token. */
export type TokenOwner = Omit<SessionCaller, 'address'>;

/** A caller over HTTP, with the session of the token. */
export interface SessionCaller extends Caller {
  readonly sessionId: string;
  readonly address: string;
}

/**
 * Somebody without an account who reads an open parcours. That it is open is looked up at each request, and what they
 * see of it is decided in `store/open-parcours.ts`.
 */
export interface OpenReader {
  readonly open: Slug;
  readonly parcoursId: ParcoursId;
  readonly address: string;
}

/** Who may make the calls that a walk needs. */
export type ParcoursReader = SessionCaller | OpenReader;

/** Whether somebody reads without an account. */
export function isOpenReader(caller: object): caller is OpenReader {
  return 'open' in caller;
}

/** @throws AppError `forbidden` for anybody but the site's admins. */
export function expectAdmin({ role }: Caller): void {
  if (!mayAdminister(role)) throw new AppError('forbidden', `Expected the role admin, got ${role}`);
}

/** Returns the caller's account. @throws AppError `unauthenticated` if it was deleted meanwhile. */
export async function accountOf(reader: Reader, { id }: Pick<Caller, 'id'>): Promise<AccountRow> {
  const account = await findAccount(reader, id);
  if (account === undefined) throw new AppError('unauthenticated', 'The account of this token no longer exists');
  return account;
}

/** Whether an account may mail invitations: somebody has verified its address, or Google vouches for the person. */
export function mayMailInvites(account: Pick<AccountRow, 'email_verified_at' | 'google_subject'>): boolean {
  return account.email_verified_at !== null || account.google_subject !== null;
}

/** Returns any account. @throws AppError `not_found`. */
export async function existingAccount(reader: Reader, id: UserId): Promise<AccountRow> {
  const account = await findAccount(reader, id);
  if (account === undefined) throw new AppError('not_found', `There is no account ${id}`);
  return account;
}
