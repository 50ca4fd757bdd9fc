import { createHash } from 'node:crypto';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import type { SessionCaller } from '../../caller.ts';
import type { MediaLinks } from '../../media/media-links.ts';
import { sendApart } from './holed-text.ts';
import type { KeptLists } from './kept-lists.ts';
import { fillTexts } from './places-text.ts';

/** A serialized response that many readers share, with the version of its content. */
export interface SharedText {
  readonly version: string;
  /** The response in JSON. */
  plain(): Buffer[];
  /** The same, compressed; null if it holds signatures of links, which are never compressed. */
  readonly gzip: (() => Promise<Buffer[]>) | null;
}

/** Serializes lists of places for devices, without parcours that don't exist or that the caller is not a member of. */
export interface PlaceLists {
  /**
   * Returns the response of `listPlaces`.
   *
   * @throws AppError `too_large` for more shapes than one response may have: ask for fewer parcours; `busy`.
   */
  printWhole(caller: SessionCaller, parcoursIds: readonly ParcoursId[]): Promise<Buffer[]>;
  /**
   * Returns the response of `readPlaceList`. Its version changes with the places, and with the query of the links.
   *
   * @throws AppError as {@link PlaceLists.printWhole}.
   */
  share(caller: SessionCaller, parcoursIds: readonly ParcoursId[]): Promise<SharedText>;
}

const HEAD = Buffer.from('{"places":[');
const WHOLE_TAIL = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** Serializes the cached lists, with the links of each caller. */
export function createPlaceLists(kept: KeptLists, links: MediaLinks): PlaceLists {
  return {
    printWhole: async (caller, parcoursIds) => {
      const { texts } = await kept.show(caller.id, parcoursIds);
      return fillTexts(texts, Buffer.from(links.queryFor(caller)), HEAD, WHOLE_TAIL);
    },

    share: async (caller, parcoursIds) => {
      const { texts, version: listed } = await kept.show(caller.id, parcoursIds);
      const linkQuery = links.queryFor(caller);
      const version = createHash('sha256').update(`${listed}\n${linkQuery}`).digest('base64url');
      // What differs by person comes last, and is never compressed.
      const tail = Buffer.from(`],${JSON.stringify({ linkQuery, version }).slice(1)}`);
      return { version, ...sendApart([HEAD, ...separate(texts), tail]) };
    },
  };
}

function separate<Part>(parts: readonly Part[]): (Part | Buffer)[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part]));
}
