import type { Pack, PackFile } from '../../../contracts/pack.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { listPublicPlaces } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { SessionCaller } from '../caller.ts';
import type { ParcoursBook } from '../maps/parcours.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { toPlace } from '../places/place-responses.ts';
import type { MapExtracts } from './map-extract.ts';
import type { PackFiles } from './pack-files.ts';
import { versionOf } from './pack-version.ts';

/** Lists what devices need to walk parcours without a network. */
export interface Packs {
  /** The pack of a parcours. @throws AppError `not_found`; `forbidden` for non-members; `internal` if its map can't be made, `disk_full`. */
  read(caller: SessionCaller, parcoursId: ParcoursId): Promise<Pack>;
}

/** What {@link createPacks} works with. */
export interface PacksParts {
  readonly database: Database;
  readonly parcours: ParcoursBook;
  readonly links: MediaLinks;
  readonly files: PackFiles;
  readonly extracts: MapExtracts;
  /** Called with the error of a map that could not be made. */
  readonly onMapFailure: (error: unknown, parcoursId: ParcoursId) => void;
}

/** The packs of the parcours in this database. */
export function createPacks({ database, parcours, links, files, extracts, onMapFailure }: PacksParts): Packs {
  async function mapOf(id: ParcoursId, places: readonly Place[]): Promise<PackFile[]> {
    if (places.length === 0) return [];
    try {
      const extract = await extracts.forShapes(places.map(({ feature }) => feature));
      if (extract === null) return [];
      const { sha256, bytes, link } = extract;
      return [{ sha256, bytes, kind: 'map', link }];
    } catch (error) {
      if (error instanceof AppError) throw error;
      onMapFailure(error, id);
      // Devices would delete the map they have if this version went without.
      throw new AppError('internal', 'The map of this pack could not be made', { cause: error });
    }
  }

  return {
    read: async (caller, id) => {
      const map = await parcours.read(caller, id);
      const rows = await listPublicPlaces(database.reader, id);
      const sign = links.signFor(caller);
      const places = rows.map((row) => toPlace(row, sign));
      const content = {
        map,
        places,
        // What the whole walk needs first; large files last.
        files: [
          ...(await mapOf(id, places)),
          ...(await files.ofImage(map.image_url)),
          ...(await files.ofPlaces(rows, sign)),
        ],
      };
      return { version: versionOf(content), ...content };
    },
  };
}
