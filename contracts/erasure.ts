import * as z from 'zod/mini';
import { PASSWORD_MAX } from './limits.ts';
import { Email } from './user.ts';
import { ParcoursId } from './vocabulary.ts';

/** What happens to a person's drops on maps that remain: they are deleted as well, or stay without a name. */
export const DropsChoice = z.enum(['delete', 'keep']);
export type DropsChoice = z.infer<typeof DropsChoice>;

/** A parcours that has no other admin, and is therefore deleted with its admin's account. */
export const LostParcours = z.object({
  id: ParcoursId,
  name: z.string(),
  drops: z.int(),
  othersDrops: z.int(),
  /** Number of members without the admin and guests; one of them could become an admin. */
  members: z.int(),
});
export type LostParcours = z.infer<typeof LostParcours>;

/** The effects of deleting the caller's account. */
export const ErasurePlan = z.object({
  /** How the caller confirms it. Throwaway guests can't confirm anything. */
  confirmBy: z.enum(['password', 'email', 'nothing']),
  lost: z.array(LostParcours),
  /** The caller's drops on parcours that remain, without drafts, and the number of those parcours. */
  dropsElsewhere: z.int(),
  parcoursElsewhere: z.int(),
});
export type ErasurePlan = z.infer<typeof ErasurePlan>;

/** Most parcours that a deletion names; far more than an account may be on. */
const LOST_MAX = 10_000;

/** Body of an account's deletion, with the confirmation that {@link ErasurePlan} requires. */
export const Erasure = z.object({
  drops: DropsChoice,
  /** Ids of the parcours of {@link ErasurePlan.lost} that were shown: if more would now be lost, nothing is deleted. */
  lost: z.array(ParcoursId).check(z.maxLength(LOST_MAX)),
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))),
  email: z.optional(Email),
});
export type Erasure = z.input<typeof Erasure>;
