import * as z from 'zod/mini';
import { Ignored } from './call.ts';
import { AVATARS_PER_ROW, TEXT_BLOCK_MAX, TEXT_LINE_MAX } from './limits.ts';
import { blockOf, lineOf } from './lines.ts';
import { Opening } from './open-parcours.ts';
import { Member } from './user.ts';
import { ParcoursId, Privilege, Role } from './vocabulary.ts';

const name = lineOf(1, TEXT_LINE_MAX);
const description = blockOf(1, TEXT_BLOCK_MAX);

/** A parcours as one of its members sees it: a shared map with its places. */
export const Parcours = z.object({
  id: ParcoursId,
  name: z.string(),
  description: z.string(),
  image_url: z.nullable(z.string()),
  privilege: Privilege,
  /**
   * Its first members who aren't guests, highest privilege first: as many as a row shows. `listMembers` returns all.
   */
  users: z.array(Member).check(z.maxLength(AVATARS_PER_ROW)),
  /** Number of all members except guests. */
  user_count: z.int(),
  /** Set while an admin of the site hides it; then only the admins of the parcours see it. */
  hidden: z.optional(z.literal(true)),
  /** Set if the drops of members who aren't editors wait for approval. */
  needs_approval: z.optional(z.literal(true)),
  /** Set if people without an account see it, or did. */
  opening: z.optional(Opening),
  /** Number of drops that wait for approval, if any; only for people who may approve them. */
  waiting_count: z.optional(z.int()),
  /** Number of planned places that the person is asked to fill and nobody has filled, if any. */
  asked_count: z.optional(z.int()),
  /** Number of planned places that nobody has filled, if any; only for people who may drop. */
  planned_count: z.optional(z.int()),
  /** Number of open remarks about places that the person may change, if any. */
  remark_count: z.optional(z.int()),
  /** Number of places that all its members see. Missing in data that earlier builds stored. */
  place_count: z.optional(z.int()),
  /** Duration of their audio in seconds, if any is known. */
  audio_s: z.optional(z.number()),
  /**
   * Number of members with a guest account, who are counted but not listed. Missing in data that earlier builds stored.
   */
  guest_count: z.optional(z.int()),
});
export type Parcours = z.infer<typeof Parcours>;

/** Body of a parcours' creation. */
export const NewParcours = z.object({ title: name, description, userId: Ignored });
export type NewParcours = z.input<typeof NewParcours>;

/** Body of a parcours' copy; without a title, the copy has {@link titleOfCopy}. */
export const CopiedParcours = z.object({ title: z.optional(name) });

/** The title of a parcours' copy, unless another is chosen. @param copy the word for a copy */
export function titleOfCopy(title: string, copy = 'copie'): string {
  const suffix = ` (${copy})`;
  return `${title.slice(0, TEXT_LINE_MAX - suffix.length)}${suffix}`;
}

/** A parcours that was just created. */
export const CreatedParcours = z.object({
  id: ParcoursId,
  title: z.string(),
  description: z.string(),
  privilege: Privilege,
});
export type CreatedParcours = z.infer<typeof CreatedParcours>;

/** A parcours without its members, as `readParcours` returns it. */
export const ParcoursInfo = z.omit(Parcours, {
  users: true,
  user_count: true,
  guest_count: true,
  waiting_count: true,
  asked_count: true,
  planned_count: true,
  remark_count: true,
  place_count: true,
  audio_s: true,
});
export type ParcoursInfo = z.infer<typeof ParcoursInfo>;

/** Body of a parcours' update. `image_url` is the result of an image upload, the current value, or null for none. */
export const ParcoursText = z.object({
  name,
  description,
  image_url: z.optional(z.nullable(z.string().check(z.maxLength(TEXT_LINE_MAX)))),
});
export type ParcoursText = z.input<typeof ParcoursText>;

/** A member of a parcours with their privilege. */
export const ParcoursMember = z.extend(Member, {
  privilege: Privilege,
  /** Their role on the whole site; present only for people who manage the parcours. */
  role: z.optional(Role),
});
export type ParcoursMember = z.infer<typeof ParcoursMember>;
