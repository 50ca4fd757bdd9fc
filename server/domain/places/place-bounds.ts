import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { findPrivilege } from '../../store/parcours.ts';
import { measurePlaces } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';

/** The most that one parcours may hold. */
export interface PlaceBounds {
  readonly places: number;
  /** Bytes of the shapes, as GeoJSON. */
  readonly shapeBytes: number;
}

/** Who is no editor of a parcours may take a quarter of it, so that nobody fills it for all others. */
const AUTHOR_SHARE = 1 / 4;

/**
 * Checks the bounds after a place was added or changed, in its transaction. `author` is whose share counts.
 *
 * @throws AppError `map_full`.
 */
export async function expectWithinBounds(
  tx: Reader,
  most: PlaceBounds,
  parcoursId: ParcoursId,
  author: Pick<Caller, 'id'>,
): Promise<void> {
  refuseBeyond(await measurePlaces(tx, parcoursId), most, 'a parcours');
  const privilege = await findPrivilege(tx, parcoursId, author.id);
  if (privilege === 'editor' || privilege === 'admin') return;
  const share = { places: most.places * AUTHOR_SHARE, shapeBytes: most.shapeBytes * AUTHOR_SHARE };
  refuseBeyond(await measurePlaces(tx, parcoursId, author.id), share, 'one author on a parcours');
}

function refuseBeyond({ places, shapeBytes }: PlaceBounds, most: PlaceBounds, of: string): void {
  if (places <= most.places && shapeBytes <= most.shapeBytes) return;
  const expected = `${Math.floor(most.places)} places and ${Math.floor(most.shapeBytes)} bytes of shapes`;
  throw new AppError('map_full', `Expected at most ${expected} of ${of}, got ${places} and ${shapeBytes}`);
}
