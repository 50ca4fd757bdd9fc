import * as z from 'zod/mini';
import type { Geometry } from './geo.ts';
import {
  PICTURE_CREDIT_MAX,
  PICTURE_WORDS_MAX,
  PICTURES_MAX,
  STEPS_MAX,
  TELLINGS_MAX,
  TEXT_BLOCK_MAX,
  TEXT_LINE_MAX,
} from './limits.ts';
import { blockOf, lineOf } from './lines.ts';
import { NewGeometry } from './new-geometry.ts';
import { NewParcours } from './parcours.ts';
import { ParcoursAbout, PictureFile, TellingKey, TellingText, Transcript, WebLink } from './telling.ts';

/**
 * The format of a parcours that leaves this server: a FeatureCollection (RFC 7946) that other tools read, whose members
 * `drop_ici` have what GeoJSON has no word for. Written beside its files in one ZIP, it is the whole parcours; no account
 * is named in it.
 */

/** Version of the format; a reader refuses others. */
export const PARCOURS_FILE_VERSION = 1;

/** Entries of the ZIP beside sounds, pictures and what only people read. */
export const PARCOURS_ENTRIES = { geojson: 'parcours.geojson', manifest: 'manifest.json' } as const;

/** Maximum number of files in the ZIP: 2,000 places have some 40,000. */
export const PARCOURS_FILES_MAX = 60_000;

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A file in the ZIP. */
export const ExportedFile = z.object({
  /** Its path in the ZIP: a folder and a name without odd characters. */
  file: z.string().check(z.regex(/^(audio|renditions|pictures)\/[0-9a-f]{64}\.[a-z0-9]{1,5}$/)),
  /** SHA-256 of its content, in hexadecimal. */
  sha256: Sha256,
  bytes: z.int().check(z.positive()),
});
export type ExportedFile = z.infer<typeof ExportedFile>;

/** A sound: its master `audio/{SHA-256}.wav`. */
export const ExportedSound = z.extend(ExportedFile, {
  /** Duration in seconds; null if unknown. */
  length: z.nullable(z.number().check(z.nonnegative())),
  /** Its copy for listening, `renditions/{SHA-256 of the master}.m4a`; null until it is made. An import makes its own. */
  rendition: z.nullable(z.extend(ExportedFile, { type: z.string() })),
});
export type ExportedSound = z.infer<typeof ExportedSound>;

/** A picture with all its files, `pictures/{SHA-256}.{avif|webp|jpg}`, the widest first. */
export const ExportedPicture = z.object({
  credit: lineOf(0, PICTURE_CREDIT_MAX),
  /** Size of its largest file in pixels. */
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
  files: z
    .array(z.extend(ExportedFile, { type: PictureFile.shape.type, width: z.int().check(z.positive()) }))
    .check(z.minLength(1), z.maxLength(9)),
});
export type ExportedPicture = z.infer<typeof ExportedPicture>;

/** A telling. Of kind `standard` in the first language, it has neither name nor sound: those are the place's own. */
export const ExportedTelling = z.object({
  ...TellingKey.shape,
  name: TellingText.shape.name,
  /** Markdown. */
  text: TellingText.shape.text,
  link: z.nullable(WebLink),
  /** Descriptions of the place's pictures, by their position from 0. */
  pictures: z
    .array(z.object({ picture: z.int().check(z.nonnegative()), description: lineOf(1, PICTURE_WORDS_MAX) }))
    .check(z.maxLength(PICTURES_MAX)),
  transcript: z.nullable(Transcript),
  sound: z.nullable(ExportedSound),
});
export type ExportedTelling = z.infer<typeof ExportedTelling>;

/** What we know of a place beyond GeoJSON. */
export const ExportedPlaceDetail = z.object({
  type: z.enum(['la', 'Ici']),
  /** Its number in the order of the parcours, from 1 without gaps; null without one. */
  step: z.nullable(z.int().check(z.positive(), z.maximum(STEPS_MAX))),
  /** Whether it is planned: a shape that waits for somebody to record it, without sound and words. */
  planned: z.boolean(),
  sound: z.nullable(ExportedSound),
  tellings: z.array(ExportedTelling).check(z.maxLength(TELLINGS_MAX)),
  /** In their order. */
  pictures: z.array(ExportedPicture).check(z.maxLength(PICTURES_MAX)),
});
export type ExportedPlaceDetail = z.infer<typeof ExportedPlaceDetail>;

/** West, south, east, north; west is larger than east across the antimeridian (RFC 7946, 5.2). */
const BoundingBox = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A place. */
export const ExportedPlace = z.object({
  type: z.literal('Feature'),
  /** Its id on the server that wrote the file, from which its code is computed; an import gives it another. */
  id: z.optional(z.int().check(z.positive())),
  /** Rings follow the right-hand rule: outer ones counterclockwise, holes clockwise. */
  geometry: NewGeometry,
  properties: z.object({
    name: lineOf(0, TEXT_LINE_MAX),
    /** The text of the telling for everybody in the first language, without Markdown; an import ignores it. */
    description: z.string(),
    /** The place's page, if the parcours is open to everybody; an import ignores it. */
    link: z.optional(WebLink),
    drop_ici: ExportedPlaceDetail,
  }),
});

/** What we know of a parcours beyond GeoJSON: its first language, facts with the licence, and translations. */
export const ExportedParcoursDetail = z.object({
  version: z.literal(PARCOURS_FILE_VERSION),
  about: ParcoursAbout,
  /** Whether drops of members who aren't editors wait for approval. */
  needs_approval: z.boolean(),
  /** Its image, of the same kind as a place's pictures; null without one. */
  image: z.nullable(ExportedFile),
});

/** A whole parcours: its public and its planned places, oldest first. */
export const ExportedParcours = z.object({
  type: z.literal('FeatureCollection'),
  name: NewParcours.shape.title,
  description: blockOf(0, TEXT_BLOCK_MAX),
  /** Its public page, if it is open to everybody; an import ignores it. */
  link: z.optional(WebLink),
  /** Missing without places. */
  bbox: z.optional(BoundingBox),
  drop_ici: ExportedParcoursDetail,
  features: z.array(ExportedPlace),
});

/** A place as a server writes it: its geometry is already validated. */
export interface ExportedPlace extends Omit<z.output<typeof ExportedPlace>, 'geometry'> {
  readonly geometry: Geometry;
}
/** A parcours as a server writes it, or as it was read with the schema. */
export interface ExportedParcours extends Omit<z.output<typeof ExportedParcours>, 'features'> {
  readonly features: readonly ExportedPlace[];
}

/** The list of the ZIP's other entries. */
export const ParcoursManifest = z.object({
  version: z.literal(PARCOURS_FILE_VERSION),
  /** Sorted by `file`. */
  files: z
    .array(z.object({ file: z.string(), sha256: Sha256, bytes: z.int().check(z.nonnegative()) }))
    .check(z.maxLength(PARCOURS_FILES_MAX)),
});
export type ParcoursManifest = z.infer<typeof ParcoursManifest>;
