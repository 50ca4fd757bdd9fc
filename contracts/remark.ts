import * as z from 'zod/mini';
import { MODERATION_WORDS_MAX } from './limits.ts';
import { blockOf } from './lines.ts';
import { PlaceId, RemarkId } from './vocabulary.ts';

/** What a visitor's remark is about: the way there, the position, the sound, the text, or something else. */
export const REMARK_SUBJECTS = ['way', 'position', 'sound', 'text', 'other'] as const;
/** One of {@link REMARK_SUBJECTS}. */
export const RemarkSubject = z.enum(REMARK_SUBJECTS);
export type RemarkSubject = z.infer<typeof RemarkSubject>;

/** Body of a remark: what a visitor tells the people who look after a place. Empty words count as none. */
export const NewRemark = z.object({ subject: RemarkSubject, words: blockOf(0, MODERATION_WORDS_MAX) });
export type NewRemark = z.input<typeof NewRemark>;

/** An open remark. It doesn't say who wrote it. */
export const Remark = z.object({
  id: RemarkId,
  placeId: PlaceId,
  /** The place's name. */
  name: z.string(),
  subject: RemarkSubject,
  words: z.string(),
  madeAt: z.string(),
  /** Whether an answer reaches somebody: a guest, or a person without an account, has no messages. */
  mayAnswer: z.boolean(),
});
export type Remark = z.infer<typeof Remark>;

/** Body of the end of a remark, with an answer for its sender; empty for none. */
export const RemarkAnswer = z.object({ answer: blockOf(0, MODERATION_WORDS_MAX) });
