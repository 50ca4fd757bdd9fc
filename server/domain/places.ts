import type { Geometry } from '../../contracts/geo.ts';
import { mayDrop, mayReadParcours } from '../../contracts/permissions.ts';
import type { MediaLink, Place, PlaceDetail } from '../../contracts/place.ts';
import type { CallParsed } from '../../contracts/routes.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import type { Database } from '../store/database.ts';
import { findPrivilege } from '../store/parcours.ts';
import { findPlace, insertPlace, listPlaces, type PlaceWithMediaRow } from '../store/places.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, stamp } from './clock.ts';
import type { MediaLinks } from './media-links.ts';
import { privilegeOn } from './parcours.ts';

/** Places on parcours, with links to their audio. */
export interface Places {
  /** @throws AppError `forbidden` for guests and for people who are no members, `not_found` without the parcours. */
  create(caller: Caller, place: CallParsed<'createPlace'>['body']): Promise<PlaceId>;
  /**
   * The places of these parcours, oldest first. Parcours that don't exist, or that the caller is no member of, are left
   * out without an error: a device that remembers a parcours its owner has left must still show the others.
   */
  list(caller: Caller, parcoursIds: readonly ParcoursId[]): Promise<Place[]>;
  /** @throws AppError `not_found`, or `forbidden` for people who are no members. */
  read(caller: Caller, id: PlaceId): Promise<PlaceDetail>;
}

/** Places kept in this database. */
export function createPlaces(database: Database, links: MediaLinks, clock: Clock): Places {
  return {
    create: async (caller, { geometry, properties }) =>
      database.transact(async (tx) => {
        const privilege = await privilegeOn(tx, properties.mapId, caller);
        if (!mayDrop(caller.role, privilege)) {
          throw new AppError('forbidden', `You may not put places on parcours ${properties.mapId}`);
        }
        return insertPlace(tx, {
          parcours_id: properties.mapId,
          author_id: caller.id,
          name: properties.appelation,
          kind: properties.type,
          geometry: JSON.stringify(geometry),
          media_sha256: null,
          created_at: stamp(clock),
        });
      }),

    list: async (caller, parcoursIds) => {
      const rows = await listPlaces(database.reader, parcoursIds, caller.id);
      return rows.map((row) => {
        const media = mediaOf(row, links);
        return {
          id: row.id,
          appelation: row.name,
          type: row.kind,
          feature: readGeometry(row),
          map: { id: row.parcours_id },
          userId: row.author_id,
          media: media === null ? null : { data: media },
        };
      });
    },

    read: async (caller, id) => {
      const row = await findPlace(database.reader, id);
      if (row === undefined) throw new AppError('not_found', `There is no place ${id}`);
      const privilege = await findPrivilege(database.reader, row.parcours_id, caller.id);
      if (!mayReadParcours(privilege)) throw new AppError('forbidden', `You may not see place ${id}`);
      return {
        id: row.id,
        appelation: row.name,
        feature: readGeometry(row),
        map: { id: row.parcours_id },
        userId: row.author_id,
        media_data: mediaOf(row, links),
      };
    },
  };
}

function mediaOf(row: PlaceWithMediaRow, links: MediaLinks): MediaLink | null {
  if (row.media_sha256 === null || row.extension === null) return null;
  return {
    link: links.sign({ sha256: row.media_sha256, extension: row.extension }),
    length: row.duration_s,
    peaks: null,
  };
}

/** Only what passed the schema is ever stored, and the answer's schema looks at it again. */
function readGeometry(row: PlaceWithMediaRow): Geometry {
  return JSON.parse(row.geometry) as Geometry;
}
