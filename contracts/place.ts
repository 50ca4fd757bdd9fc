import * as z from 'zod/mini';
import { Ignored } from './call.ts';
import { Geometry } from './geo.ts';
import { TEXT_LINE_MAX } from './limits.ts';
import { ParcoursId, PlaceId, UserId } from './vocabulary.ts';
import { Wkt } from './wkt.ts';

/** Where a place's audio is to be had, and what is known of it. */
export const MediaLink = z.object({
  /** Signed address on the API's own origin; it expires, so it is asked for again rather than kept. */
  link: z.string(),
  /** Duration in seconds, null where it could not be told. */
  length: z.nullable(z.number()),
  /** Signed address of its waveform (waveform-data format, version 2); null where there is none. */
  peaks: z.nullable(z.string()),
});
/** Where a place's audio is to be had, and what is known of it. */
export type MediaLink = z.infer<typeof MediaLink>;

/** A place as lists carry it. */
export const Place = z.object({
  id: PlaceId,
  /** The place's name. */
  appelation: z.string(),
  /** Kept as the creating flow sent it ('la' or 'Ici'). */
  type: z.string(),
  feature: Geometry,
  map: z.object({ id: ParcoursId }),
  /** Its author, who may change it whatever their privilege; null once their account is gone. */
  userId: z.nullable(UserId),
  /** Null while the place has no audio. */
  media: z.nullable(z.object({ data: MediaLink })),
});
/** A place as lists carry it. */
export type Place = z.infer<typeof Place>;

/** Places as lists carry them. */
export const PlaceList = z.array(Place);
/**
 * The same for the server's own answers: a shape was checked position by position when it was stored, and doing it again
 * for each listing takes longer than all else. Every other field is still held to the contract.
 */
export const TrustedPlaceList = z.array(z.extend(Place, { feature: z.custom<Geometry>() }));

/** Body of a place creation: a GeoJSON Feature. `userId` is accepted and not believed. */
export const NewPlace = z.object({
  type: z.literal('Feature'),
  geometry: Geometry,
  properties: z.object({
    appelation: z.string().check(z.trim(), z.maxLength(TEXT_LINE_MAX)),
    type: z.enum(['la', 'Ici']),
    mapId: ParcoursId,
    userId: Ignored,
  }),
});
/** Body of a place creation, before the server reads it. */
export type NewPlace = z.input<typeof NewPlace>;

/** One place, as its own call returns it. */
export const PlaceDetail = z.object({
  id: PlaceId,
  appelation: z.string(),
  feature: Geometry,
  map: z.object({ id: ParcoursId }),
  userId: z.nullable(UserId),
  media_data: z.nullable(MediaLink),
});
/** One place, as its own call returns it. */
export type PlaceDetail = z.infer<typeof PlaceDetail>;

/** Body of a place's update. An empty name becomes the default title. */
export const PlaceChange = z.object({
  id: PlaceId,
  appelation: z.string().check(z.trim(), z.maxLength(TEXT_LINE_MAX)),
  /** The new shape; the old one stays where it is left out. */
  feature: z.optional(Wkt),
});
/** Body of a place's update, before the server reads it. */
export type PlaceChange = z.input<typeof PlaceChange>;
