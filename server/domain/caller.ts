import type { Role, UserId } from '../../contracts/vocabulary.ts';

/** The authenticated account of a request, known from the token and the database only. */
export interface Caller {
  readonly id: UserId;
  readonly role: Role;
}

/** A caller over HTTP, with the session of the token. */
export interface SessionCaller extends Caller {
  readonly sessionId: string;
}
