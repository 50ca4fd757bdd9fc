import * as z from 'zod/mini';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';

/** A guest who has logged in as somebody, and whose account the server is still to give to that account. */
export const WaitingAdoption = z.object({
  /** Whose the guest's things become. */
  ownerId: UserId,
  guestId: UserId,
  /** Of the guest's session. */
  token: z.string(),
  /** The parcours that the guest listened to. */
  selected: z.array(ParcoursId),
});
/** A guest who has logged in as somebody. */
export type WaitingAdoption = z.infer<typeof WaitingAdoption>;
