import * as z from 'zod/mini';
import { ROLE_REQUEST_WORDS_MAX, ROLE_REQUESTS_LISTED_MAX } from './limits.ts';
import { blockOf } from './lines.ts';
import { User } from './user.ts';
import { ParcoursId, Privilege, RoleRequestId } from './vocabulary.ts';

/** Empty text counts as none. */
const words = z.optional(blockOf(0, ROLE_REQUEST_WORDS_MAX));

/** The state of a request for a role. */
export const RoleRequestState = z.enum(['open', 'granted', 'refused']);
export type RoleRequestState = z.infer<typeof RoleRequestState>;

/** A request for the role editor, as its author and the site's admins see it. Times are ISO 8601 in UTC. */
export const RoleRequest = z.object({
  id: RoleRequestId,
  account: z.pick(User, { id: true, name: true, email: true, picture: true }),
  /** The parcours that it was sent from; null if there was none or it is deleted. */
  map: z.nullable(
    z.object({
      id: ParcoursId,
      name: z.string(),
      /** The account's current privilege on it; null if it has left. */
      privilege: z.nullable(Privilege),
      memberSince: z.nullable(z.string()),
    }),
  ),
  words: z.nullable(z.string()),
  askedAt: z.string(),
  state: RoleRequestState,
  answeredAt: z.nullable(z.string()),
  answerWords: z.nullable(z.string()),
  /** When the account may ask again; null unless it was refused. */
  mayAskAgainAt: z.nullable(z.string()),
});
export type RoleRequest = z.infer<typeof RoleRequest>;

/** Body of a request for a role; editor is the only role that can be requested. */
export const NewRoleRequest = z.object({
  role: z.literal('editor'),
  /** Where the role is missing: a parcours that the account is Editor or Admin of. */
  mapId: z.optional(ParcoursId),
  words,
});
export type NewRoleRequest = z.input<typeof NewRoleRequest>;

/** Body of an answer to a request for a role. */
export const RoleAnswer = z.object({ answer: z.enum(['granted', 'refused']), words });
export type RoleAnswer = z.input<typeof RoleAnswer>;

/** The requests that the caller may see. */
export const RoleRequestList = z.object({
  /** For the site's admins all open requests, oldest first; for others their own, newest first. */
  requests: z.array(RoleRequest).check(z.maxLength(ROLE_REQUESTS_LISTED_MAX)),
  /** Number of requests, listed or not. */
  total: z.int(),
  hasAdmin: z.boolean(),
});
export type RoleRequestList = z.infer<typeof RoleRequestList>;
