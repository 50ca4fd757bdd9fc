import { type CreatedParcours, titleOfCopy } from '../../../contracts/parcours.ts';
import { mayCreateParcours, mayEditParcours, mayManageParcours, mayPlan } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { insertImage, listParcoursImages } from '../../store/media.ts';
import {
  findParcours,
  insertParcours,
  listParcoursWords,
  putMembership,
  setParcoursWords,
  updateParcours,
} from '../../store/parcours.ts';
import { copyPlaces } from '../../store/place-copies.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { findOutcome, fingerprintOf, type RepeatableRequest, saveOutcome } from '../idempotency.ts';
import { expectFewMemberships, expectUndisputed, privilegeOn } from '../parcours/parcours.ts';
import { expectWithinAuthorBounds, expectWithinBounds, type PlaceSpace } from './place-bounds.ts';

/** Copies of whole parcours. */
export function createCopies(database: Database, space: PlaceSpace, clock: Clock) {
  return {
    /**
     * Copies a parcours, under {@link titleOfCopy} or another title, for its admin, who becomes the only member. Where
     * somebody else is heard, the copy has a planned place: nobody's voice gets to a parcours where they can't delete it;
     * none for a caller who may not plan. Pictures and audio are the same files.
     * A retry with the same key copies nothing and returns the first copy, under the retry's title if the caller may edit it.
     * @throws AppError `not_found`; `forbidden`, also while the site's admins have it before them; `conflict`, `too_many`,
     * `map_full`, `quota_exceeded`, `disk_full`.
     */
    copy: async (
      caller: Caller,
      id: ParcoursId,
      { title: chosen }: CallParsed<'copyParcours'>['body'],
      key?: string,
    ): Promise<CreatedParcours> => {
      const fingerprint = fingerprintOf([id]);
      const request: RepeatableRequest<'copyParcours'> = { caller, call: 'copyParcours', key, fingerprint };
      await space.disk.expectRoom(0);
      const now = stamp(clock);
      return database.transact(
        async (tx) => {
          const privilege = await privilegeOn(tx, id, caller);
          const original = await findParcours(tx, id);
          if (original === undefined || !mayManageParcours(caller.role, privilege) || !mayCreateParcours(caller.role)) {
            throw new AppError('forbidden', `You may not copy parcours ${id}`);
          }
          const made = await findOutcome(tx, clock, request);
          if (made !== undefined) {
            const privilege = await privilegeOn(tx, made.parcoursId, caller);
            const first = await findParcours(tx, made.parcoursId);
            if (first === undefined || privilege === null) throw new AppError('not_found', 'The copy has been deleted');
            const title = chosen !== undefined && mayEditParcours(caller.role, privilege) ? chosen : first.title;
            if (title !== first.title) await updateParcours(tx, first.id, { title });
            return { id: first.id, title, description: first.description, privilege };
          }
          await expectUndisputed(tx, original);
          await expectFewMemberships(tx, caller.id);
          const { description, image_url, needs_approval, language, facts } = original;
          const title = chosen ?? titleOfCopy(original.title);
          const copy = await insertParcours(tx, { title, description, image_url, created_at: now });
          await updateParcours(tx, copy, { needs_approval: Boolean(needs_approval), language, facts });
          await setParcoursWords(tx, copy, await listParcoursWords(tx, id));
          await putMembership(tx, { parcours_id: copy, account_id: caller.id, privilege: 'admin', joined_at: now });
          for (const { id: _, ...image } of await listParcoursImages(tx, id)) {
            if (!image_url?.includes(image.sha256)) continue;
            await insertImage(tx, { ...image, uploader_id: caller.id, parcours_id: copy, created_at: now });
          }
          await copyPlaces(tx, { from: id, to: copy, by: caller.id, plans: mayPlan(caller.role, 'admin'), now });
          await expectWithinBounds(tx, space, copy, caller);
          await expectWithinAuthorBounds(tx, space, caller.id);
          await saveOutcome(tx, clock, request, { parcoursId: copy });
          return { id: copy, title, description, privilege: 'admin' as const };
        },
        { account: caller.id, parcours: id },
      );
    },
  };
}
