import * as z from 'zod/mini';
import { ParcoursInfo } from './parcours.ts';
import { PlaceList } from './place.ts';
import { ParcoursWords } from './telling.ts';

/** A file of a pack. */
export const PackFile = z.object({
  /** SHA-256 of its content, in hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  bytes: z.int().check(z.nonnegative()),
  kind: z.enum(['audio', 'waveform', 'picture', 'map']),
  /** Path on the API's origin, with a signature that expires if the file is not public. */
  link: z.string(),
});
export type PackFile = z.infer<typeof PackFile>;

/**
 * All that a device needs to walk a parcours without a network. A file belongs to every item whose link has the file's
 * path (`linkPath`): the rendition of a place or a telling (its master while it has none), its waveform, the parcours'
 * image, and of each picture one WebP of at most 960 pixels. The file of kind `map` is a PMTiles archive of the surroundings.
 */
export const Pack = z.object({
  /** Changes with the content, not with the signatures of links or the caller's privilege. */
  version: z.string(),
  map: ParcoursInfo,
  places: PlaceList,
  /** What the places say beside names and sounds, without drafts; missing if they say no more, and in packs of earlier versions. */
  words: z.optional(ParcoursWords),
  /**
   * Each path once, in the order in which a device should fetch them. Two paths may have the same content. Files that
   * the server has lost are left out.
   */
  files: z.array(PackFile),
  /**
   * Present only if links were requested without their query: appended to each link of the places, of the tellings'
   * sounds, and of files of the kinds `audio` and `waveform`. Begins with `?`.
   */
  linkQuery: z.optional(z.string()),
});
export type Pack = z.infer<typeof Pack>;
