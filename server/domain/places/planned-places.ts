import type { Geometry } from '../../../contracts/geo.ts';
import { DRAFT_HOLDS_DAYS } from '../../../contracts/limits.ts';
import { mayApprove } from '../../../contracts/moderation-permissions.ts';
import { mayDrop, mayPlan } from '../../../contracts/permissions.ts';
import type { PlannedPlace, PlannedState } from '../../../contracts/planned-place.ts';
import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import { isUnderReport } from '../../store/moderation.ts';
import { findMember, findPrivilege } from '../../store/parcours.ts';
import { changePlace, deletePlace, findAnyPlace, insertPlace, type PlaceRow } from '../../store/places.ts';
import {
  detachOthers,
  findPlannedPlace,
  isFilledByOther,
  listNamesFrom,
  listPlannedPlaces,
  measurePlanned,
  type PlannedRow,
} from '../../store/planned-places.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { listWeight, nextTurn } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import { findOutcome, fingerprintOf, type RepeatableRequest, saveOutcome } from '../idempotency.ts';
import { privilegeOn } from '../parcours/parcours.ts';
import { expectWithinAuthorBounds, expectWithinBounds, type PlaceSpace } from './place-bounds.ts';
import { readShownOrder } from './steps.ts';

/** The planned places in this database. `takeTurn` limits lists by their {@link listWeight}. */
export function createPlannedPlaces(database: Database, space: PlaceSpace, takeTurn: FairQueue, clock: Clock) {
  return {
    /**
     * Lists the planned places of a parcours, oldest first: all to those who may approve drops or plan, to other members
     * who may drop those that nobody has filled, and those of their own drafts. The order goes to those who set it.
     * @throws AppError `not_found`, `forbidden`; `busy`.
     */
    list: async (caller: Caller, parcoursId: ParcoursId): Promise<CallResponse<'listPlanned'>> => {
      const { reader } = database;
      const privilege = await privilegeOn(reader, parcoursId, caller);
      if (!mayDrop(caller.role, privilege)) {
        throw new AppError('forbidden', `You may not fill places of parcours ${parcoursId}`);
      }
      const seesAll = mayApprove(caller.role, privilege);
      const read = async (): Promise<CallResponse<'listPlanned'>> => {
        const planned: PlannedPlace[] = [];
        for (const row of await listPlannedPlaces(reader, parcoursId, daysAgo(clock, DRAFT_HOLDS_DAYS))) {
          if (isPublic(row) || !(seesAll || row.filling_id === null || isDraftOf(row, caller))) continue;
          // A place without audio, whose author is a member again, may be a second filling.
          if (planned.at(-1)?.id !== row.id) planned.push(toPlannedPlace(row));
          await nextTurn();
        }
        return mayPlan(caller.role, privilege)
          ? { planned, order: await readShownOrder(reader, parcoursId) }
          : { planned };
      };
      return takeTurn(ownerOf(caller), read, listWeight(await measurePlanned(reader, parcoursId)));
    },

    /**
     * Plans a place. A retry with the same key plans nothing and returns the first one.
     * @throws AppError `not_found`, also if the asked account is no member who may drop; `forbidden`, `conflict`,
     * `map_full`, `quota_exceeded`, `disk_full`.
     */
    plan: async (
      caller: Caller,
      { mapId: parcoursId, appelation, feature, asked = null }: CallParsed<'planPlace'>['body'],
      key?: string,
    ): Promise<PlannedPlace> => {
      const fingerprint = fingerprintOf([appelation, parcoursId, feature, asked]);
      const request: RepeatableRequest<'planPlace'> = { caller, call: 'planPlace', key, fingerprint };
      await space.disk.expectRoom(0);
      return database.transact(
        async (tx) => {
          if (!mayPlan(caller.role, await privilegeOn(tx, parcoursId, caller))) {
            throw new AppError('forbidden', `You may not plan places on parcours ${parcoursId}`);
          }
          const made = await findOutcome(tx, clock, request);
          if (made !== undefined) return toPlannedPlace(await existingPlanned(tx, clock, made.placeId));
          await expectMayFill(tx, parcoursId, asked);
          const placeId = await insertPlace(tx, {
            parcours_id: parcoursId,
            author_id: caller.id,
            name: appelation || (await freeName(tx, parcoursId)),
            kind: 'la',
            geometry: JSON.stringify(feature),
            media_sha256: null,
            created_at: stamp(clock),
            is_planned: true,
            asked_id: asked,
          });
          await expectWithinBounds(tx, space, parcoursId, caller);
          await expectWithinAuthorBounds(tx, space, caller.id);
          await saveOutcome(tx, clock, request, { placeId });
          return toPlannedPlace(await existingPlanned(tx, clock, placeId));
        },
        { account: caller.id, parcours: parcoursId },
      );
    },

    /** Changes a planned place. @throws AppError `not_found`, `forbidden`, `map_full`, `quota_exceeded`, `disk_full`. */
    change: async (
      caller: Caller,
      id: PlaceId,
      { appelation, feature, asked }: CallParsed<'changePlanned'>['body'],
    ): Promise<PlannedPlace> => {
      if (feature !== undefined) await space.disk.expectRoom(0);
      return database.transact(async (tx) => {
        const before = await changeablePlanned(tx, clock, caller, id);
        if (asked !== undefined) await expectMayFill(tx, before.parcours_id, asked);
        await changePlace(tx, id, {
          name: appelation === undefined ? before.name : appelation || (await freeName(tx, before.parcours_id, id)),
          ...(feature === undefined ? {} : { geometry: JSON.stringify(feature) }),
          ...(asked === undefined ? {} : { asked_id: asked }),
        });
        const changed = await existingPlanned(tx, clock, id);
        if (changed.geometry.length > before.geometry.length) {
          await expectWithinBounds(tx, space, changed.parcours_id, caller);
          await expectWithinAuthorBounds(tx, space, changed.author_id ?? caller.id);
        }
        return toPlannedPlace(changed);
      });
    },

    /** Deletes a planned place, which can be restored for some days. @throws AppError `not_found`, `forbidden`. */
    delete: async (caller: Caller, id: PlaceId): Promise<void> =>
      database.transact(async (tx) => {
        const { parcours_id, author_id } = await changeablePlanned(tx, clock, caller, id);
        const isAuthor = author_id === caller.id;
        await addToAuditLog(tx, clock, {
          ...{ action: 'place_deleted', by: caller, account: author_id, parcours: parcours_id, place: id },
          detail: 'planned, without audio',
        });
        const deleted_as = isAuthor ? null : await findPrivilege(tx, parcours_id, caller.id);
        await changePlace(tx, id, { deleted_at: stamp(clock), deleted_as });
      }),
  };
}

/**
 * Returns a planned place of this parcours that nobody has filled, for a caller who may drop there. A draft of the
 * caller's own doesn't count: they record it again.
 * @throws AppError `not_found`; `already_filled`.
 */
export async function fillablePlace(
  tx: Reader,
  clock: Clock,
  caller: Caller,
  parcoursId: ParcoursId,
  id: PlaceId,
): Promise<PlannedRow> {
  const planned = await existingPlanned(tx, clock, id);
  if (planned.parcours_id !== parcoursId) throw notPlanned(id);
  if (planned.filling_id !== null && !isDraftOf(planned, caller))
    throw new AppError('already_filled', `Place ${planned.filling_id} fills place ${id}`);
  return planned;
}

/** Lets a new place fill a planned place, instead of earlier drafts. */
export async function fill(tx: Transactor, clock: Clock, plannedId: PlaceId, placeId: PlaceId): Promise<void> {
  await detachOthers(tx, plannedId, placeId, 'drafts');
  await changePlace(tx, placeId, { plan_id: plannedId });
  await settlePlan(tx, clock, placeId);
}

/**
 * Called whenever a place may have become public, or be proposed again. Makes it the only filling of its planned place,
 * or an ordinary drop if another fills that by now, or one of them was moved. Ends the plan once all members hear the place, which gets its number.
 */
export async function settlePlan(tx: Transactor, clock: Clock, placeId: PlaceId): Promise<void> {
  const place = await findAnyPlace(tx, placeId);
  if (place?.plan_id == null || !isProposed(place)) return;
  const planned = await findAnyPlace(tx, place.plan_id);
  const isMoved = planned !== undefined && planned.parcours_id !== place.parcours_id;
  if (isMoved || (await isFilledByOther(tx, place, daysAgo(clock, DRAFT_HOLDS_DAYS)))) {
    await changePlace(tx, placeId, { plan_id: null });
    return;
  }
  await detachOthers(tx, place.plan_id, placeId, 'all');
  if (!isPublic(place)) return;
  await changePlace(tx, placeId, { plan_id: null, step: place.step ?? planned?.step ?? null });
  // The report would go with it.
  if (await isUnderReport(tx, { kind: 'place', id: place.plan_id }))
    await changePlace(tx, place.plan_id, { deleted_at: stamp(clock), step: null });
  else await deletePlace(tx, place.plan_id);
}

type Filling = Pick<PlannedRow, 'is_draft' | 'media_sha256' | 'hidden_at' | 'approval'>;

/** Whether a filling has no audio yet, or is a draft. */
function isBegun({ is_draft, media_sha256 }: Pick<Filling, 'is_draft' | 'media_sha256'>): boolean {
  return Boolean(is_draft) || media_sha256 === null;
}

function isPublic(filling: Filling): boolean {
  return !isBegun(filling) && filling.hidden_at === null && filling.approval === null;
}

function isProposed(place: PlaceRow): boolean {
  return !isBegun(place) && place.deleted_at === null && place.approval !== 'refused';
}

function isDraftOf({ is_draft, filling_author_id }: PlannedRow, { id }: Caller): boolean {
  return Boolean(is_draft) && filling_author_id === id;
}

/** Finds a planned place. @throws AppError `not_found`, also if it is deleted or hidden. */
async function existingPlanned(reader: Reader, clock: Clock, id: PlaceId): Promise<PlannedRow> {
  const planned = await findPlannedPlace(reader, id, daysAgo(clock, DRAFT_HOLDS_DAYS));
  if (planned === undefined) throw notPlanned(id);
  return planned;
}

/** People who may not drop don't learn that it exists. */
async function changeablePlanned(reader: Reader, clock: Clock, caller: Caller, id: PlaceId): Promise<PlannedRow> {
  const planned = await existingPlanned(reader, clock, id);
  const privilege = await findPrivilege(reader, planned.parcours_id, caller.id);
  if (!mayDrop(caller.role, privilege)) throw notPlanned(id);
  if (!mayPlan(caller.role, privilege)) throw new AppError('forbidden', `You may not change planned place ${id}`);
  return planned;
}

/** The name of a planned place without one: with the first number that no other place of the parcours has. */
async function freeName(tx: Reader, parcoursId: ParcoursId, exceptId: PlaceId | null = null): Promise<string> {
  const taken = new Set(await listNamesFrom(tx, parcoursId, 'Lieu ', exceptId));
  let number = 1;
  while (taken.has(`Lieu ${number}`)) number += 1;
  return `Lieu ${number}`;
}

function notPlanned(id: PlaceId): AppError {
  return new AppError('not_found', `There is no planned place ${id}`);
}

/** Checks that a member may fill planned places of a parcours; null is nobody in particular. @throws AppError `not_found`. */
export async function expectMayFill(reader: Reader, parcoursId: ParcoursId, id: UserId | null): Promise<void> {
  if (id === null) return;
  const member = await findMember(reader, parcoursId, id);
  if (member !== undefined && mayDrop(member.role, member.privilege)) return;
  throw new AppError('not_found', `There is no member ${id} of parcours ${parcoursId} who may drop`);
}

function toPlannedPlace(row: PlannedRow): PlannedPlace {
  return {
    id: row.id,
    appelation: row.name,
    // Only geometries that passed the schema are stored.
    feature: JSON.parse(row.geometry) as Geometry,
    map: { id: row.parcours_id },
    asked: row.asked_id === null ? null : { id: row.asked_id, name: row.asked_name ?? '' },
    state: stateOf(row),
    filledBy: row.filling_id,
  };
}

function stateOf(row: PlannedRow): PlannedState {
  if (row.filling_id === null) return 'planned';
  if (isBegun(row)) return 'draft';
  return row.hidden_at === null ? 'waiting' : 'hidden';
}
