import * as z from 'zod/mini';
import { PASSWORD_MAX } from '../limits.ts';
import { Email } from '../user.ts';
import { ParcoursId } from '../vocabulary.ts';

/** What becomes of somebody's drops on maps that stay: they go as well, or stay without a name. */
export const DropsChoice = z.enum(['delete', 'keep']);
/** What becomes of somebody's drops on maps that stay. */
export type DropsChoice = z.infer<typeof DropsChoice>;

/** A parcours that has no other admin, and so goes with its admin's account. */
export const LostParcours = z.object({
  id: ParcoursId,
  name: z.string(),
  drops: z.int(),
  /** Those of them that others made. */
  othersDrops: z.int(),
  /** Members beside the admin, without guests; one of them could be made an admin. */
  members: z.int(),
});
/** A parcours that goes with its admin's account. */
export type LostParcours = z.infer<typeof LostParcours>;

/** What the deletion of the caller's account would do. */
export const ErasurePlan = z.object({
  /** What confirms it. Throwaway guests have nothing to confirm with. */
  confirmBy: z.enum(['password', 'email', 'nothing']),
  lost: z.array(LostParcours),
  /** The caller's drops on parcours that stay, without drafts, and the number of those parcours. */
  dropsElsewhere: z.int(),
  parcoursElsewhere: z.int(),
});
/** What the deletion of the caller's account would do. */
export type ErasurePlan = z.infer<typeof ErasurePlan>;

/** Most parcours that a deletion names; far more than an account may be on. */
const LOST_MAX = 10_000;

/** Body of an account's deletion, with what {@link ErasurePlan} asks for. */
export const Erasure = z.object({
  drops: DropsChoice,
  /** Ids of the parcours of {@link ErasurePlan.lost} that were shown: should more go by now, nothing is deleted. */
  lost: z.array(ParcoursId).check(z.maxLength(LOST_MAX)),
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))),
  email: z.optional(Email),
});
/** Body of an account's deletion, before parsing. */
export type Erasure = z.input<typeof Erasure>;
