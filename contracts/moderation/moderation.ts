import * as z from 'zod/mini';
import { MODERATION_WORDS_MAX } from '../limits.ts';
import { MediaLink, PlaceList } from '../place.ts';
import { blockOf } from '../text/lines.ts';
import { User } from '../user.ts';
import { MeasureId, ParcoursId, PlaceId, ReportId } from '../vocabulary.ts';

/** Why somebody reports a place or a parcours. */
export const REPORT_REASONS = ['hate', 'privacy', 'copyright', 'wrong', 'other'] as const;
/** One of {@link REPORT_REASONS}. */
export const ReportReason = z.enum(REPORT_REASONS);
/** One of {@link REPORT_REASONS}. */
export type ReportReason = z.infer<typeof ReportReason>;

/** Empty text counts as none. */
const words = z.optional(blockOf(0, MODERATION_WORDS_MAX));

/** What a report or a measure is about: a place, or a whole parcours. */
export const Thing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), id: PlaceId }),
  z.object({ kind: z.literal('map'), id: ParcoursId }),
]);
/** What a report or a measure is about. */
export type Thing = z.infer<typeof Thing>;

/** Body of a report. */
export const NewReport = z.object({ thing: Thing, reason: ReportReason, words });
/** Body of a report, before parsing. */
export type NewReport = z.input<typeof NewReport>;

/** A report as the site's admins see it. */
export const Report = z.object({
  id: ReportId,
  reason: ReportReason,
  words: z.nullable(z.string()),
  madeAt: z.string(),
  /** Null for a guest, and once the account is gone. */
  reporter: z.nullable(z.string()),
});
/** A report as the site's admins see it. */
export type Report = z.infer<typeof Report>;

/** What a thing was when it was reported. */
export const ReportedVersion = z.object({
  name: z.string(),
  /** Of a parcours; empty for a place. */
  description: z.string(),
  media: z.nullable(MediaLink),
  /** When it was first reported so. */
  reportedAt: z.string(),
});
/** What a thing was when it was reported. */
export type ReportedVersion = z.infer<typeof ReportedVersion>;

/** What is done to a thing: `dismiss` closes its reports and does nothing else. */
export const THING_MEASURES = ['hide', 'restore', 'delete', 'warn', 'dismiss'] as const;

/** Body of a measure about a thing, with words for its author. */
export const NewMeasure = z.object({ thing: Thing, kind: z.enum(THING_MEASURES), words });
/** Body of a measure about a thing, before parsing. */
export type NewMeasure = z.input<typeof NewMeasure>;

/** Body of a suspension, or of its end, with words for the account. */
export const Suspension = z.object({ suspended: z.boolean(), words });
/** Body of a suspension, or of its end, before parsing. */
export type Suspension = z.input<typeof Suspension>;

/** What an account is told: what the site's admins did, or that a parcours' editors approved or refused a drop. */
export const MeasureKind = z.enum(['hide', 'restore', 'delete', 'warn', 'suspend', 'unsuspend', 'approved', 'refused']);
/** What an account is told. */
export type MeasureKind = z.infer<typeof MeasureKind>;

/** What was done, as the site's admins see it. */
export const Measure = z.object({
  id: MeasureId,
  kind: MeasureKind,
  words: z.nullable(z.string()),
  takenAt: z.string(),
  /** Who did it; null for the server itself, and once the account is gone. */
  by: z.nullable(z.string()),
  /** What the author answered; null for nothing. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  /** The answer waits to be read. */
  isAnswerOpen: z.boolean(),
});
/** What was done, as the site's admins see it. */
export type Measure = z.infer<typeof Measure>;

/** How a reported thing stands; `removed` by an admin of the site, `deleted` by those who may. */
export const ThingState = z.enum(['shown', 'hidden', 'removed', 'deleted']);
/** How a reported thing stands. */
export type ThingState = z.infer<typeof ThingState>;

/** An account as the site's admins see it here. */
export const ModeratedAccount = z.extend(z.pick(User, { id: true, name: true, email: true, role: true }), {
  isSuspended: z.boolean(),
});
/** An account as the site's admins see it here. */
export type ModeratedAccount = z.infer<typeof ModeratedAccount>;

/** A place or a parcours with its reports, and what was done about them. */
export const ModeratedThing = z.object({
  thing: Thing,
  name: z.string(),
  /** The place's parcours, or the parcours itself. */
  map: z.object({ id: ParcoursId, name: z.string() }),
  /** Of a parcours; empty for a place. */
  description: z.string(),
  /** Who made the place; of a parcours, its first admin. Null once that account is gone. */
  author: z.nullable(ModeratedAccount),
  state: ThingState,
  media: z.nullable(MediaLink),
  /** What the open reports are about, where it has been changed since: each version once, oldest first. */
  reportedAs: z.array(ReportedVersion),
  /** The open reports, oldest first. */
  reports: z.array(Report),
  /** Oldest first. */
  measures: z.array(Measure),
});
/** A place or a parcours with its reports, and what was done about them. */
export type ModeratedThing = z.infer<typeof ModeratedThing>;

/**
 * What the site's admins have to decide, and what they may take back: things with open reports or unread answers first, then
 * those that are hidden or removed.
 */
export const ModerationQueue = z.object({
  things: z.array(ModeratedThing),
  /** Number of things with open reports or unread answers, listed or not. */
  openCount: z.int(),
  /** The suspended accounts, with what they were told. */
  suspended: z.array(z.extend(ModeratedAccount, { suspendedAt: z.string() })),
});
/** What the site's admins have to decide, and what they may take back. */
export type ModerationQueue = z.infer<typeof ModerationQueue>;

/** A parcours as opened for moderation: with what is hidden or waits there, without drafts and what is deleted. */
export const OpenedParcours = z.object({
  id: ParcoursId,
  name: z.string(),
  description: z.string(),
  state: ThingState,
  author: z.nullable(ModeratedAccount),
  places: PlaceList,
});
/** A parcours as opened for moderation. */
export type OpenedParcours = z.infer<typeof OpenedParcours>;

/** Something that an account is told, and its own answer. */
export const Message = z.object({
  id: MeasureId,
  kind: MeasureKind,
  /** What the thing was called; null for a message about the account. */
  name: z.nullable(z.string()),
  placeId: z.nullable(PlaceId),
  mapId: z.nullable(ParcoursId),
  words: z.nullable(z.string()),
  takenAt: z.string(),
  /** Not seen yet. */
  isNew: z.boolean(),
  /** It can be answered, and was not. */
  mayAnswer: z.boolean(),
  answer: z.nullable(z.string()),
});
/** Something that an account is told. */
export type Message = z.infer<typeof Message>;

/** Body of the one answer to a message. */
export const MessageAnswer = z.object({ words: blockOf(1, MODERATION_WORDS_MAX) });

/** A drop that waits for an approval. */
export const WaitingPlace = z.object({
  id: PlaceId,
  name: z.string(),
  /** Its author's name; null once the account is gone. */
  author: z.nullable(z.string()),
  madeAt: z.string(),
  media: z.nullable(MediaLink),
  /** Another one once its name, shape or audio changed. */
  version: z.string(),
});
/** A drop that waits for an approval. */
export type WaitingPlace = z.infer<typeof WaitingPlace>;

/** Body of what is said to a drop that waits for an approval, of which `version` was looked at. */
export const ApprovalAnswer = z.object({ answer: z.enum(['approved', 'refused']), version: z.string(), words });
/** Body of what is said to a drop that waits for an approval, before parsing. */
export type ApprovalAnswer = z.input<typeof ApprovalAnswer>;
