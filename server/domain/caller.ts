import type { Role, UserId } from '../../contracts/vocabulary.ts';

/** Who asks, as the token and the database say; nothing of it comes from the request's own fields. */
export interface Caller {
  readonly id: UserId;
  readonly role: Role;
}

/** Who asks over HTTP, with the session that the token belongs to. */
export interface SessionCaller extends Caller {
  readonly sessionId: string;
}
