import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import { mayEditParcours } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { insertPlace } from '../../store/places.ts';
import { putTelling } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { findOutcome, fingerprintOf, type RepeatableRequest, saveOutcome } from '../idempotency.ts';
import { existingParcours, privilegeOn } from '../parcours/parcours.ts';
import { approvalFor } from './changeable-place.ts';
import { expectWithinAuthorBounds, expectWithinBounds, type PlaceSpace } from './place-bounds.ts';

/** Places that come from files of other tools. */
export function createImportedPlaces(database: Database, space: PlaceSpace, clock: Clock) {
  return {
    /**
     * Adds places with their texts to a parcours, all or none; the caller is their author. A retry with the same key adds
     * nothing and returns the same ids, also of places that were deleted meanwhile.
     * @throws AppError `not_found`, `forbidden`; `conflict` if the key was used for a different request; `map_full`,
     * `quota_exceeded`, `disk_full`.
     */
    add: async (
      caller: Caller,
      id: ParcoursId,
      { places }: CallParsed<'importPlaces'>['body'],
      key?: string,
    ): Promise<PlaceId[]> => {
      const fingerprint = fingerprintOf([id, places]);
      const request: RepeatableRequest<'importPlaces'> = { caller, call: 'importPlaces', key, fingerprint };
      await space.disk.expectRoom(0);
      return database.transact(
        async (tx) => {
          if (!mayEditParcours(caller.role, await privilegeOn(tx, id, caller))) {
            throw new AppError('forbidden', `You may not import places into parcours ${id}`);
          }
          const made = await findOutcome(tx, clock, request);
          if (made !== undefined) return [...made.placeIds];
          const { language } = await existingParcours(tx, id);
          const approval = await approvalFor(tx, caller, id);
          const now = stamp(clock);
          const placeIds: PlaceId[] = [];
          for (const { appelation, feature, text, link } of places) {
            const placeId = await insertPlace(tx, {
              ...{ parcours_id: id, author_id: caller.id, kind: 'la', media_sha256: null, is_draft: false, approval },
              name: appelation || DEFAULT_PLACE_TITLE,
              geometry: JSON.stringify(feature),
              created_at: now,
            });
            if (text !== '' || link !== null) {
              const words = { text, link, changed_at: now, changed_by: caller.id };
              await putTelling(tx, placeId, { language, kind: 'standard' }, words, now);
            }
            placeIds.push(placeId);
          }
          const detail = `${places.length} places`;
          await addToAuditLog(tx, clock, { action: 'places_imported', by: caller, parcours: id, detail });
          await expectWithinBounds(tx, space, id, caller);
          await expectWithinAuthorBounds(tx, space, caller.id);
          await saveOutcome(tx, clock, request, { placeIds });
          return placeIds;
        },
        { account: caller.id, parcours: id },
      );
    },
  };
}
