import * as z from 'zod/mini';
import { Ignored } from './call.ts';
import { Geometry } from './geo.ts';
import { TEXT_LINE_MAX } from './limits.ts';
import { lineOf } from './lines.ts';
import { NewGeometry } from './new-geometry.ts';
import { ParcoursId, PlaceId, UserId } from './vocabulary.ts';
import { Wkt } from './wkt.ts';

/** A smaller copy of a place's audio, made by the server for listening. */
export const Rendition = z.object({
  /** Signed path on the API's origin, which expires as the master's does. */
  link: z.string(),
  /** Media type with its codecs, as `canPlayType` takes it. */
  type: z.string(),
  bytes: z.int(),
});
export type Rendition = z.infer<typeof Rendition>;

/** Signed links to a place's audio, its rendition and its waveform. */
export const MediaLink = z.object({
  /** Signed path of the master, on the API's origin. It expires, so request it again rather than store it. */
  link: z.string(),
  /** Duration of the master in seconds; null if unknown. */
  length: z.nullable(z.number()),
  /** Signed path of its waveform (waveform-data format, version 2); null if there is none. */
  peaks: z.nullable(z.string()),
  /** Null until the server has made it, after the upload. */
  rendition: z.nullable(Rendition),
  /** Integrated loudness of the master in LUFS (ITU-R BS.1770-4); null for silence, and until it is measured. */
  loudness: z.nullable(z.number()),
});
export type MediaLink = z.infer<typeof MediaLink>;

/**
 * Why not all members see a place: an admin of the site hides it, it waits for approval by the parcours' editors, or
 * they refused it.
 */
export const Held = z.enum(['hidden', 'waiting', 'refused']);
export type Held = z.infer<typeof Held>;

/** A place, as in lists. */
export const Place = z.object({
  id: PlaceId,
  appelation: z.string(),
  /** 'la' or 'Ici', as sent at its creation. */
  type: z.string(),
  feature: Geometry,
  map: z.object({ id: ParcoursId }),
  /** Its author, who may change it whatever their privilege; null after their account is deleted. */
  userId: z.nullable(UserId),
  /** Null while the place has no audio. */
  media: z.nullable(z.object({ data: MediaLink })),
  /** Set if it isn't saved yet; only its author receives such a place. */
  draft: z.optional(z.literal(true)),
  /** Missing if all members see the place. */
  held: z.optional(Held),
  /** Its number in the order of its parcours, from 1 without gaps. Missing without one, and in lists of drops. */
  step: z.optional(z.int()),
  /** When it was made; only in lists of what somebody made. */
  createdAt: z.optional(z.string()),
});
export type Place = z.infer<typeof Place>;

/** A list of places. */
export const PlaceList = z.array(Place);
/**
 * The same list without validation of shapes, for shapes that were validated when stored: validating them would take
 * longer than the rest of the list.
 */
export const TrustedPlaceList = z.array(z.extend(Place, { feature: z.custom<Geometry>() }));

/** Body of a place's creation: a GeoJSON Feature. */
export const NewPlace = z.object({
  type: z.literal('Feature'),
  geometry: NewGeometry,
  properties: z.object({
    appelation: lineOf(0, TEXT_LINE_MAX),
    type: z.enum(['la', 'Ici']),
    mapId: ParcoursId,
    userId: Ignored,
    /** Visible to its author alone until the first update; if missing, it is published at once. */
    draft: z.optional(z.boolean()),
    /** The planned place that it fills, once: it then gets that place's shape. */
    planned: z.optional(PlaceId),
  }),
});
export type NewPlace = z.input<typeof NewPlace>;

/** One place, as `readPlace` returns it. */
export const PlaceDetail = z.object({
  id: PlaceId,
  appelation: z.string(),
  feature: Geometry,
  map: z.object({ id: ParcoursId }),
  userId: z.nullable(UserId),
  media_data: z.nullable(MediaLink),
  /** As in a list. */
  draft: z.optional(z.literal(true)),
  held: z.optional(Held),
});
export type PlaceDetail = z.infer<typeof PlaceDetail>;

/** Body of a place's update. An empty name becomes the default title. */
export const PlaceChange = z.object({
  id: PlaceId,
  appelation: lineOf(0, TEXT_LINE_MAX),
  /** The new shape; if missing, the shape stays. */
  feature: z.optional(Wkt),
});
export type PlaceChange = z.input<typeof PlaceChange>;
