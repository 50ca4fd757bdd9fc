import * as z from 'zod/mini';
import { AnalyticsEvent } from '../../../contracts/events.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** A shape that the editor has validated before it was stored; the whole schema would be loaded with the login screen. */
const DrawnShape = z.custom<Geometry>(
  (shape) => shape instanceof Object && 'coordinates' in shape && /^Po(int|lygon)$/.test(Object(shape).type),
);

/** A shape drawn in the editor that is not a place yet. */
export const PendingShape = z.object({
  id: z.string().check(z.minLength(1)),
  /** Its author. Other accounts on this device don't see it. */
  userId: UserId,
  /** The parcours of its future place. */
  mapId: ParcoursId,
  title: z.string(),
  geometry: DrawnShape,
  /** Idempotency key for creating its place; renewed when the geometry or the title changes. */
  key: z.string(),
  /**
   * The place that will be deleted so that its audio can be recorded again; null for a drawn shape. While that place
   * exists, the shape is only a copy of it.
   */
  redoOf: z._default(z.nullable(PlaceId), null),
  /** The request that plans its place, from when it is sent until the answer, whatever changes meanwhile; with its key. */
  askedPlan: z.optional(z.object({ key: z.string(), appelation: z.string(), feature: DrawnShape })),
});
export type PendingShape = z.infer<typeof PendingShape>;

/** An unsaved change of a place in the editor. */
export const UnsavedChange = z.object({
  /** Its author. Other accounts on this device don't see it. */
  userId: UserId,
  placeId: PlaceId,
  title: z.string(),
  /** Null if unchanged. */
  geometry: z.nullable(DrawnShape),
});
export type UnsavedChange = z.infer<typeof UnsavedChange>;

/** Texts of one version of a place that its author has not saved; or a parcours' practical information. */
export const UnsavedWords = z.object({
  /** Their author. Other accounts on this device don't see them. */
  userId: UserId,
  /** With the telling `about`, the parcours' number. */
  placeId: PlaceId,
  /** The version, as `en.children`; `about` for practical information. */
  telling: z.string(),
  /** Where they differ, the server's texts that they were written over; and the texts. Each after its field. */
  from: z.array(z.tuple([z.string(), z.string()])),
  now: z.array(z.tuple([z.string(), z.string()])),
});
export type UnsavedWords = z.infer<typeof UnsavedWords>;

/** A story that was heard or started, so that a walk can continue on another day. */
export const ToldStory = z.object({
  /** The listener. Other accounts on this device don't see it. */
  userId: UserId,
  mapId: ParcoursId,
  placeId: PlaceId,
  /** When it last sounded. */
  whenMs: z.number(),
  /** It sounded on a walk. */
  isOnSite: z.boolean(),
  isHeard: z.boolean(),
  /** Position in the story at which it last stopped. */
  atMs: z.number(),
  /** The played parts of the story, from and to, in ms from its beginning. */
  parts: z.array(z.tuple([z.number(), z.number()])),
  /** The telling whose sound was played; missing for the place's own sound. */
  sound: z.optional(z.string()),
});
export type ToldStory = z.infer<typeof ToldStory>;

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
export type WaitingAdoption = z.infer<typeof WaitingAdoption>;

/** Analytics events that the server does not have yet, as far as is known. */
export const WaitingEvents = z.object({
  /** The account that they are about. The server attributes events to the account that sends them. */
  ownerId: UserId,
  /** Events that may have been sent, and the idempotency key to send them again; null if no response is missing. */
  batch: z.nullable(z.object({ key: z.string(), events: z.array(AnalyticsEvent) })),
  /** Events that were never sent, oldest first. */
  events: z.array(AnalyticsEvent),
});
export type WaitingEvents = z.infer<typeof WaitingEvents>;

/** The switches of the editor's tools. */
export const EditorSwitches = z.object({
  /** 'Editor tools': the two others have no effect while it is off. */
  isOn: z.boolean(),
  /** 'Draw tools': taps on the map select, draw and change places instead of playing them. */
  draws: z.boolean(),
  /** 'Spoofer': a click on the map sets the position. */
  spoofs: z.boolean(),
});
export type EditorSwitches = z.infer<typeof EditorSwitches>;

/** A choice of tellings: language and kind as texts, which a later build may not know. */
export const StoredChoice = z.object({ language: z.nullable(z.string()), kind: z.string() });
export type StoredChoice = z.infer<typeof StoredChoice>;
