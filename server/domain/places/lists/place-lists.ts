import { createHash } from 'node:crypto';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import type { SessionCaller } from '../../caller.ts';
import type { MediaLinks } from '../../media/media-links.ts';
import { gzipPieces } from './gzip-pieces.ts';
import type { KeptLists, KeptText } from './kept-lists.ts';
import { fillTexts } from './places-text.ts';

/** A list of places with its links apart: the same text for all who see the same places. */
export interface SharedList {
  /** Changes with what is listed, and with the query of the links. */
  readonly version: string;
  /** The response in JSON. */
  plain(): Buffer[];
  /** The same, compressed. */
  gzip(): Promise<Buffer[]>;
}

/** Lists places for devices, printed. Parcours that don't exist, or that the caller is not a member of, are left out. */
export interface PlaceLists {
  /**
   * The response of `listPlaces`.
   *
   * @throws AppError `too_large` for more shapes than one response may have: fewer parcours are to be asked for.
   */
  printWhole(caller: SessionCaller, parcoursIds: readonly ParcoursId[]): Promise<Buffer>;
  /**
   * The response of `readPlaceList`.
   *
   * @throws AppError as {@link PlaceLists.printWhole}.
   */
  share(caller: SessionCaller, parcoursIds: readonly ParcoursId[]): Promise<SharedList>;
}

const HEAD = Buffer.from('{"places":[');
const WHOLE_TAIL = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** Prints what is kept, with the links of each caller. */
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
      return {
        version,
        plain: () => [HEAD, ...separate(texts.map(({ bytes }) => bytes)), tail],
        gzip: async () => gzipPieces([HEAD, ...separate(await Promise.all(texts.map(compress))), tail]),
      };
    },
  };
}

function compress(text: KeptText) {
  return text.deflate();
}

function separate<Part>(parts: readonly Part[]): (Part | Buffer)[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part]));
}
