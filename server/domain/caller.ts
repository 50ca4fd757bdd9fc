import type { Role, UserId } from '../../contracts/vocabulary.ts';

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
