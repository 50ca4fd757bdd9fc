import * as z from 'zod/mini';
import { MODERATION_WORDS_MAX } from './limits.ts';
import { blockOf } from './lines.ts';
import { MediaLink, PlaceList } from './place.ts';
import { Telling, TellingKey } from './telling.ts';
import { NewEmail, User } from './user.ts';
import { MeasureId, ParcoursId, PlaceId, ReportId } from './vocabulary.ts';

/** The reasons to report a place or a parcours. */
export const REPORT_REASONS = ['hate', 'privacy', 'copyright', 'wrong', 'other'] as const;
/** One of {@link REPORT_REASONS}. */
export const ReportReason = z.enum(REPORT_REASONS);
export type ReportReason = z.infer<typeof ReportReason>;

/** Empty text counts as none. */
const words = z.optional(blockOf(0, MODERATION_WORDS_MAX));

/** The item that a report or a measure is about: a place, or a whole parcours. */
export const ReportedItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), id: PlaceId }),
  z.object({ kind: z.literal('map'), id: ParcoursId }),
]);
export type ReportedItem = z.infer<typeof ReportedItem>;

/** Body of a report. */
export const NewReport = z.object({
  thing: ReportedItem,
  reason: ReportReason,
  words,
  /** Email at which somebody without an account wants an answer; that of others isn't stored. */
  answerTo: z.optional(NewEmail),
});
export type NewReport = z.input<typeof NewReport>;

/** A report as the site's admins see it. */
export const Report = z.object({
  id: ReportId,
  reason: ReportReason,
  words: z.nullable(z.string()),
  madeAt: z.string(),
  /** Null for a guest, after the account is deleted, and without one. */
  reporter: z.nullable(z.string()),
  /** Null for a report from an account; else the email at which its sender wants an answer, if they gave one. */
  outside: z.nullable(z.object({ answerTo: z.nullable(z.string()) })),
});
export type Report = z.infer<typeof Report>;

/** A sound that a telling of a place has of its own. */
export const ToldSound = z.extend(TellingKey, { media: MediaLink });
export type ToldSound = z.infer<typeof ToldSound>;

/** What a telling of a place said when it was reported, or a parcours in another language; long texts are cut. */
export const ReportedText = z.omit(Telling, { media: true });
export type ReportedText = z.infer<typeof ReportedText>;

/** The content of an item when it was reported. */
export const ReportedVersion = z.object({
  name: z.string(),
  /** Description of a parcours; empty for a place. */
  description: z.string(),
  media: z.nullable(MediaLink),
  told: z.array(ToldSound),
  /** Empty if they are unchanged; null if so much waits that they are left out, changed or not. */
  texts: z.nullable(z.array(ReportedText)),
  /** When this version was first reported. */
  reportedAt: z.string(),
});
export type ReportedVersion = z.infer<typeof ReportedVersion>;

/** The measures about a reported item: `dismiss` closes its reports and changes nothing else. */
export const ITEM_MEASURES = ['hide', 'restore', 'delete', 'warn', 'dismiss'] as const;

/** Body of a measure about a reported item, with words for its author. */
export const NewMeasure = z.object({ thing: ReportedItem, kind: z.enum(ITEM_MEASURES), words });
export type NewMeasure = z.input<typeof NewMeasure>;

/** Body of a suspension, or of its end, with words for the account. */
export const Suspension = z.object({ suspended: z.boolean(), words });
export type Suspension = z.input<typeof Suspension>;

/**
 * Kinds of measures: those of the site's admins, an editor's approval or refusal of a drop, and the answer to a remark,
 * which is a message to its sender.
 */
export const MeasureKind = z.enum([
  'hide',
  'restore',
  'delete',
  'warn',
  'suspend',
  'unsuspend',
  'approved',
  'refused',
  'answered',
]);
export type MeasureKind = z.infer<typeof MeasureKind>;

/** A measure, as the site's admins see it. */
export const Measure = z.object({
  id: MeasureId,
  kind: MeasureKind,
  words: z.nullable(z.string()),
  takenAt: z.string(),
  /** The account that took it; null for the server itself, and after the account is deleted. */
  by: z.nullable(z.string()),
  /** The author's answer; null if there is none. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  isAnswerOpen: z.boolean(),
});
export type Measure = z.infer<typeof Measure>;

/** The state of a reported item; `removed` by an admin of the site, `deleted` by people with permission. */
export const ItemState = z.enum(['shown', 'hidden', 'removed', 'deleted']);
export type ItemState = z.infer<typeof ItemState>;

/** An account, as moderation shows it to the site's admins. */
export const ModeratedAccount = z.extend(z.pick(User, { id: true, name: true, email: true, role: true }), {
  isSuspended: z.boolean(),
});
export type ModeratedAccount = z.infer<typeof ModeratedAccount>;

/** A place or a parcours with its reports, and the measures taken about them. */
export const ModeratedItem = z.object({
  thing: ReportedItem,
  name: z.string(),
  /** The place's parcours, or the parcours itself. */
  map: z.object({ id: ParcoursId, name: z.string() }),
  /** Description of a parcours; empty for a place. */
  description: z.string(),
  /** The author of a place; for a parcours, its first admin. Null after that account is deleted. */
  author: z.nullable(ModeratedAccount),
  state: ItemState,
  media: z.nullable(MediaLink),
  told: z.array(ToldSound),
  /** The reported content, if it has changed since: each version once, oldest first. */
  reportedAs: z.array(ReportedVersion),
  /** Oldest first. */
  reports: z.array(Report),
  /** Oldest first. */
  measures: z.array(Measure),
});
export type ModeratedItem = z.infer<typeof ModeratedItem>;

/**
 * The items that the site's admins have to decide on or can restore: first those with open reports or unread answers,
 * then those that are hidden or removed.
 */
export const ModerationQueue = z.object({
  things: z.array(ModeratedItem),
  /** Number of items with open reports or unread answers, listed or not. */
  openCount: z.int(),
  /** The suspended accounts, with the words that they were sent. */
  suspended: z.array(z.extend(ModeratedAccount, { suspendedAt: z.string() })),
});
export type ModerationQueue = z.infer<typeof ModerationQueue>;

/** A parcours as opened for moderation: includes its hidden and waiting places, but no drafts or deleted places. */
export const OpenedParcours = z.object({
  id: ParcoursId,
  name: z.string(),
  description: z.string(),
  state: ItemState,
  author: z.nullable(ModeratedAccount),
  places: PlaceList,
});
export type OpenedParcours = z.infer<typeof OpenedParcours>;

/** A message to an account, and the account's answer. */
export const Message = z.object({
  id: MeasureId,
  kind: MeasureKind,
  /** Name of the item when the message was written; null for a message about the account. */
  name: z.nullable(z.string()),
  placeId: z.nullable(PlaceId),
  mapId: z.nullable(ParcoursId),
  words: z.nullable(z.string()),
  takenAt: z.string(),
  isNew: z.boolean(),
  /** Whether it can be answered and has no answer yet. */
  mayAnswer: z.boolean(),
  answer: z.nullable(z.string()),
});
export type Message = z.infer<typeof Message>;

/** Body of the one answer to a message. */
export const MessageAnswer = z.object({ words: blockOf(1, MODERATION_WORDS_MAX) });

/** A drop that waits for approval. */
export const WaitingPlace = z.object({
  id: PlaceId,
  name: z.string(),
  /** Its author's name; null once the account is gone. */
  author: z.nullable(z.string()),
  madeAt: z.string(),
  media: z.nullable(MediaLink),
  /** Changes with its name, shape or audio. */
  version: z.string(),
});
export type WaitingPlace = z.infer<typeof WaitingPlace>;

/** Body of the answer to a drop that waits for approval; `version` is the version that the editor looked at. */
export const ApprovalAnswer = z.object({ answer: z.enum(['approved', 'refused']), version: z.string(), words });
export type ApprovalAnswer = z.input<typeof ApprovalAnswer>;
