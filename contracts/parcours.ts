import * as z from 'zod/mini';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from './limits.ts';
import { Member } from './user.ts';
import { ParcoursId, Privilege } from './vocabulary.ts';

/** A parcours as one of its members sees it: a shared map with its places. */
export const Parcours = z.object({
  id: ParcoursId,
  name: z.string(),
  description: z.string(),
  image_url: z.nullable(z.string()),
  /** What the asking person may do on it. */
  privilege: Privilege,
  /** Its members, those with the highest privilege first. */
  users: z.array(Member),
});
/** A parcours as one of its members sees it. */
export type Parcours = z.infer<typeof Parcours>;

/** Body of a parcours creation. `userId` is accepted because the wire has it; the token decides who creates. */
export const NewParcours = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LINE_MAX)),
  description: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_BLOCK_MAX)),
  userId: z.optional(z.unknown()),
});
/** Body of a parcours creation, before the server reads it. */
export type NewParcours = z.input<typeof NewParcours>;

/** A parcours just created, which becomes the one being edited. */
export const CreatedParcours = z.object({
  id: ParcoursId,
  title: z.string(),
  description: z.string(),
  privilege: Privilege,
});
/** A parcours just created, which becomes the one being edited. */
export type CreatedParcours = z.infer<typeof CreatedParcours>;
