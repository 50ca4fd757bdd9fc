import * as z from 'zod/mini';
import type { CallInput } from '../../../contracts/routes.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { createTabNote } from './tab-notes.ts';

/** A request of an import, as it is repeated: with the same key and body, it makes nothing twice. */
export interface AskedImport {
  readonly key: string;
  readonly body: CallInput<'importPlaces', Blob>['body'];
}

/** The note of an import: after a reload of the page, it tells what was made, and lets that be taken back. */
const ImportNote = z.object({
  userId: UserId,
  parcoursId: ParcoursId,
  fileName: z.string(),
  placeIds: z.array(PlaceId),
  /** The sounds in the outbox. */
  sounds: z.array(z.object({ itemId: z.string(), placeId: PlaceId })),
  /** How many places and sounds were not imported yet. */
  left: z.number(),
  /** The request that had no answer yet; null for none. */
  asked: z.nullable(z.custom<AskedImport>()),
});
export type ImportNote = z.infer<typeof ImportNote>;

/** What a tab stores about its last import. */
export const importNote = createTabNote('import', ImportNote);
