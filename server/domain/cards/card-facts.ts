import { createHash } from 'node:crypto';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import type { ParcoursRow } from '../../store/parcours.ts';
import { listShapes, summarizePlaces } from '../../store/places.ts';
import type { Clock } from '../clock.ts';

/** More would not be seen. */
const SHAPES_MAX = 500;
/** Bytes of GeoJSON: some 2,000 positions. */
const SHAPE_BYTES_MAX = 80_000;
/** Of all shapes of a parcours: whoever has a link makes the server read them. */
export const SHAPES_BYTES_MAX = 300_000;

/** A change that leaves the summary of the places as it was is seen after this time. */
export const FACTS_KEPT_MS = 60_000;
/** Some 200 bytes each. */
const FACTS_KEPT_MAX = 1000;
const VERSION_CHARACTERS = 12;

/** What a card says of a parcours besides its texts. */
export interface CardFacts {
  readonly stories: number;
  /** Changes with what the picture shows. */
  readonly version: string;
}

/** Reads what the cards of parcours say; many look-ups of one parcours share one reading of its shapes. */
export type ReadCardFacts = (parcours: ParcoursRow) => Promise<CardFacts>;

/** The facts of the parcours in this database, of which the last ones stay in memory. */
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

/** The shapes that a parcours' picture shows, as GeoJSON text. */
export async function readShapes(reader: Reader, id: ParcoursId): Promise<string[]> {
  return listShapes(reader, id, {
    shapesMax: SHAPES_MAX,
    shapeBytesMax: SHAPE_BYTES_MAX,
    totalBytesMax: SHAPES_BYTES_MAX,
  });
}
