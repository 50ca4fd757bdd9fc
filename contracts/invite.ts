import * as z from 'zod/mini';
import { ParcoursId, Privilege } from './vocabulary.ts';

/** Body of an invitation's creation. */
export const NewInvite = z.object({ mapId: ParcoursId, privilege: Privilege });
/** Body of an invitation's creation. */
export type NewInvite = z.infer<typeof NewInvite>;

/** An invitation: whoever accepts its token joins the parcours with the privilege it was made with. */
export const Invite = z.object({
  token: z.string(),
  /** Path and query on the app's origin, `/invite?token=...&privilege=...`. */
  link: z.string(),
});
/** An invitation. */
export type Invite = z.infer<typeof Invite>;

/** Body of an acceptance. The token decides the parcours and the privilege, whatever the link's query says. */
export const AcceptInvite = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
/** Body of an acceptance. */
export type AcceptInvite = z.infer<typeof AcceptInvite>;

/** Answer to an acceptance. */
export const JoinedParcours = z.object({ mapId: ParcoursId });
/** Answer to an acceptance. */
export type JoinedParcours = z.infer<typeof JoinedParcours>;
