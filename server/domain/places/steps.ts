import type { PlaceOrder } from '../../../contracts/calls/order-calls.ts';
import { mergeOrder } from '../../../contracts/merge-order.ts';
import { mayEditParcours } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { listSeenIds, listSteps, setSteps } from '../../store/place-steps.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { sha256Of } from '../keys.ts';
import { privilegeOn } from '../parcours/parcours.ts';

/** Reads and replaces the order that the editors of a parcours give its places. */
export type Steps = ReturnType<typeof createSteps>;

/** The orders of the parcours in this database. */
export function createSteps(database: Database) {
  return {
    /** Returns the order without places that have no row: drafts, hidden and refused ones. @throws AppError `not_found`, `forbidden`. */
    read: async (caller: Caller, id: ParcoursId): Promise<PlaceOrder> => {
      await expectMayOrder(database.reader, caller, id);
      return readOrder(database.reader, id);
    },

    /**
     * Replaces the order. Places without a row keep their neighbours, so that they return where they were.
     * @throws AppError `not_found`, `forbidden`; `conflict` if the order has another version, or a place isn't there.
     */
    set: async (
      caller: Caller,
      id: ParcoursId,
      { placeIds, version }: CallParsed<'setOrder'>['body'],
    ): Promise<PlaceOrder> =>
      database.transact(
        async (tx) => {
          await expectMayOrder(tx, caller, id);
          const [before, seen] = [await listSteps(tx, id), await listSeenIds(tx, id)];
          if (version !== versionOfOrder(before)) {
            throw new AppError('conflict', `Expected the version of the current order, got ${version}`);
          }
          const unknown = placeIds.find((placeId) => !seen.has(placeId));
          if (unknown !== undefined) {
            throw new AppError('conflict', `Expected places of parcours ${id}, got ${unknown}`);
          }
          await setSteps(tx, id, mergeOrder(before, placeIds, seen));
          return readOrder(tx, id);
        },
        { account: caller.id, parcours: id },
      ),
  };
}

async function expectMayOrder(reader: Reader, caller: Caller, id: ParcoursId): Promise<void> {
  if (mayEditParcours(caller.role, await privilegeOn(reader, id, caller))) return;
  throw new AppError('forbidden', `You may not order the places of parcours ${id}`);
}

async function readOrder(reader: Reader, id: ParcoursId): Promise<PlaceOrder> {
  const all = await listSteps(reader, id);
  return { placeIds: await onlySeen(reader, id, all), version: versionOfOrder(all) };
}

/** Returns the numbered places of a parcours that have a row where they are ordered, in their order. */
export async function readShownOrder(reader: Reader, id: ParcoursId): Promise<PlaceId[]> {
  return onlySeen(reader, id, await listSteps(reader, id));
}

async function onlySeen(reader: Reader, id: ParcoursId, ids: readonly PlaceId[]): Promise<PlaceId[]> {
  const seen = await listSeenIds(reader, id);
  return ids.filter((placeId) => seen.has(placeId));
}

function versionOfOrder(ids: readonly PlaceId[]): string {
  return sha256Of(ids.join()).slice(0, 32);
}
