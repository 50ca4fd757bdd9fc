import type { Geometry, Position } from './geo.ts';

/** Largest track that is read: a watch's track of a day, with heart rates, has about 8 MB. */
export const GPX_BYTES_MAX = 10 * 1024 * 1024;
/** Largest file of places that is read, also once it is unpacked: thousands of places with detailed zones. */
export const IMPORT_BYTES_MAX = 20 * 1024 * 1024;
/** Most places of one file. */
export const IMPORT_PLACES_MAX = 5000;

/**
 * Why a file can't be read. `entities`: it has a DOCTYPE, whose entities could grow to gigabytes or name files. `nowhere`: it
 * has points, but too few have a position. `link`: it only leads to a map on the web. `projected`: its coordinates are
 * not degrees. `columns`: a table without columns for positions. `no-parcours`: a ZIP, or another file, that is no whole parcours;
 * `later-parcours`: one of a later version of the format.
 */
export type ImportFault =
  | 'too-large'
  | 'empty'
  | 'unknown'
  | 'spreadsheet'
  | 'shapefile'
  | 'not-xml'
  | 'not-json'
  | 'not-gpx'
  | 'entities'
  | 'too-deep'
  | 'nowhere'
  | 'no-line'
  | 'link'
  | 'projected'
  | 'columns'
  | 'damaged-zip'
  | 'locked-zip'
  | 'nothing-in-zip'
  | 'no-parcours'
  | 'later-parcours';

/** Error of reading a file of places, or a track. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly fault: ImportFault;
  /** Line of the file at fault; null if there is no single one. */
  readonly fileLine: number | null;

  constructor(fault: ImportFault, message: string, fileLine: number | null = null) {
    super(message);
    this.fault = fault;
    this.fileLine = fileLine;
  }
}

/** A track or route of a GPX file, or a line of another one. */
export interface GpxLine {
  /** From the file; null if it has none. */
  readonly name: string | null;
  /** All its segments joined, at least two positions. */
  readonly line: readonly Position[];
  /** When each position was recorded, in ms since 1970; null if the file has no readable time. */
  readonly timesMs: readonly (number | null)[];
  readonly segments: number;
  /** How many points were removed because nobody can have been there, and the number of the first, from 1; null if none was. */
  readonly leftOut: { readonly count: number; readonly first: number } | null;
}

/** What of a file becomes a place. */
export interface ImportedPlace {
  /** A line of a name's length; may be empty. */
  readonly name: string;
  /** Markdown of a telling's length, in which nothing that the file wrote is syntax; may be empty. */
  readonly text: string;
  readonly link: string | null;
  readonly geometry: Geometry;
  /** Of the file; null without one. */
  readonly folder: string | null;
  /** Name of its sound's file, without folders; null if the file names none. */
  readonly soundName: string | null;
}

/**
 * Why a part of a file becomes no place. `swapped`: its latitude is beyond a pole, but would be a longitude. `projected`: its
 * coordinates are not degrees. `nowhere`: it has no position on earth, or 0, 0. `flat`, `endless` and `detailed` (too many positions) are zones that
 * nobody can stand in, around the earth, or too large.
 */
export type SkipReason =
  | 'line'
  | 'nowhere'
  | 'swapped'
  | 'projected'
  | 'flat'
  | 'endless'
  | 'detailed'
  | 'broken'
  | 'picture'
  | 'link'
  | 'unknown'
  | 'too-many';

/** The parts of a file that become no place for one reason. */
export interface SkippedParts {
  readonly reason: SkipReason;
  readonly count: number;
  /** Names of the first of them. */
  readonly names: readonly string[];
}

/** The content of a file that is imported. */
export interface ImportedFile {
  readonly places: readonly ImportedPlace[];
  readonly skipped: readonly SkippedParts[];
  /** The lines, which may be walked in a rehearsal; the first ones if there are very many. */
  readonly lines: readonly GpxLine[];
  /** How many texts were too long, and lost their end. */
  readonly shortened: number;
  /** The sounds in a ZIP, in its order. */
  readonly sounds: readonly ImportedSound[];
  /** Whether it is the ZIP of a whole parcours (contracts/parcours-file.ts), of which places are only a part. */
  readonly isParcours: boolean;
}

/** What the ZIP of a whole parcours says of itself. The server, which checks all of it, may find something else. */
export interface ParcoursInZip {
  readonly name: string;
  readonly places: number;
  /** Of the places and of their tellings. */
  readonly sounds: number;
  readonly pictures: number;
  /** Codes of its languages; the parcours' first language comes first. */
  readonly languages: readonly string[];
}

/** A sound in a ZIP. */
export interface ImportedSound {
  /** Its whole path in the ZIP, by which it is unpacked. */
  readonly path: string;
  readonly name: string;
  /** Once unpacked. */
  readonly bytes: number;
}
