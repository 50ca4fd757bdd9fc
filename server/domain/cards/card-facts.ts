import { createHash } from 'node:crypto';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import type { ParcoursRow } from '../../store/parcours.ts';
import { listShapes, summarizePlaces } from '../../store/places.ts';
import type { Clock } from '../clock.ts';

/** Maximum number of shapes: more would not be seen. */
const SHAPES_MAX = 500;
/** Maximum bytes of GeoJSON of one shape: about 2,000 positions. */
const SHAPE_BYTES_MAX = 80_000;
/** Maximum bytes of all shapes of a parcours, because anyone who has a link makes the server read them. */
export const SHAPES_BYTES_MAX = 300_000;

/** Time after which a change appears that doesn't change the summary of the places. */
export const FACTS_KEPT_MS = 60_000;
/** Maximum number of cached facts: about 200 bytes each. */
const FACTS_KEPT_MAX = 1000;
const VERSION_CHARACTERS = 12;

/** The facts about a parcours on a card, besides its texts. */
export interface CardFacts {
  readonly stories: number;
  /** Changes when the picture changes. */
  readonly version: string;
}

/** Reads the facts for the card of a parcours; many look-ups of one parcours share one reading of its shapes. */
export type ReadCardFacts = (parcours: ParcoursRow) => Promise<CardFacts>;

/** Reads the facts of the parcours in this database, and caches the most recent ones. */
export function createCardFacts(reader: Reader, clock: Clock): ReadCardFacts {
  const kept = new Map<ParcoursId, { readonly key: string; readonly until: number; facts: Promise<CardFacts> }>();
  return async (parcours) => {
    const summary = await summarizePlaces(reader, parcours.id);
    const key = JSON.stringify([parcours.title, summary]);
    const known = kept.get(parcours.id);
    if (known !== undefined && known.key === key && clock() < known.until) return known.facts;
    const entry = { key, until: clock() + FACTS_KEPT_MS, facts: compute(parcours, summary.stories) };
    kept.delete(parcours.id);
    kept.set(parcours.id, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= FACTS_KEPT_MAX) break;
      kept.delete(oldest);
    }
    try {
      return await entry.facts;
    } catch (error) {
      if (kept.get(parcours.id) === entry) kept.delete(parcours.id);
      throw error;
    }
  };

  async function compute({ id, title }: ParcoursRow, stories: number): Promise<CardFacts> {
    const hash = createHash('sha256').update(JSON.stringify([title, stories]));
    for (const shape of await readShapes(reader, id)) hash.update('\n').update(shape);
    return { stories, version: hash.digest('hex').slice(0, VERSION_CHARACTERS) };
  }
}

/** Returns the shapes that a parcours' picture shows, as GeoJSON text. */
export async function readShapes(reader: Reader, id: ParcoursId): Promise<string[]> {
  return listShapes(reader, id, {
    shapesMax: SHAPES_MAX,
    shapeBytesMax: SHAPE_BYTES_MAX,
    totalBytesMax: SHAPES_BYTES_MAX,
  });
}
