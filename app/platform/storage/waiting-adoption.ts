import * as z from 'zod/mini';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';

/** A guest who has logged in to an account, and whose data the server has yet to transfer to it. */
export const WaitingAdoption = z.object({
  /** The account that receives the guest's data. */
  ownerId: UserId,
  guestId: UserId,
  /** Token of the guest's session. */
  token: z.string(),
  /** The parcours that the guest listened to. */
  selected: z.array(ParcoursId),
});
/** A guest who has logged in to an account. */
export type WaitingAdoption = z.infer<typeof WaitingAdoption>;
