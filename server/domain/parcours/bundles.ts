import type { Bundle, BundledParcours } from '../../../contracts/bundle.ts';
import { BUNDLES_MAX, PARCOURS_IDS_MAX } from '../../../contracts/limits.ts';
import { mayBundleParcours, mayManageBundles } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { BundleId, ParcoursId } from '../../../contracts/vocabulary.ts';
import {
  type BundleRow,
  countBundled,
  countBundles,
  deleteBundle,
  deleteBundled,
  findBundle,
  insertBundle,
  listBundled,
  listBundles,
  listBundlesOf,
  putBundled,
  updateBundle,
} from '../../store/bundles.ts';
import type { Database, Reader } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { privilegeOn } from './parcours.ts';

type BundleText = CallParsed<'createBundle'>['body'];

/** Bundles: groups of parcours that global editors and admins make for everybody. */
export type Bundles = ReturnType<typeof createBundles>;

/** The bundles in this database. */
export function createBundles(database: Database, clock: Clock) {
  return {
    /** Lists all bundles if the caller manages bundles, otherwise those with a parcours the caller is a member of. */
    list: async (caller: Caller): Promise<Bundle[]> => {
      const { reader } = database;
      const rows = await (mayManageBundles(caller.role) ? listBundles(reader) : listBundlesOf(reader, caller.id));
      return rows.map(({ id, name, description }) => ({ id, name, description }));
    },

    /**
     * Lists all parcours of a bundle if the caller manages bundles; otherwise those that the caller is a member of.
     * @throws AppError `not_found`.
     */
    listParcours: async (caller: Caller, id: BundleId): Promise<BundledParcours[]> => {
      await expectBundle(database.reader, id);
      const rows = await listBundled(database.reader, id, caller.id);
      return rows
        .filter(({ privilege }) => privilege !== null || mayManageBundles(caller.role))
        .map((row) => ({
          map_id: row.id,
          map_name: row.title,
          map_description: row.description,
          privilege: row.privilege,
        }));
    },

    /** @throws AppError `forbidden`; `too_many`. */
    create: async (caller: Caller, text: BundleText): Promise<Bundle> => {
      checkManager(caller);
      const id = await database.transact(async (tx) => {
        expectFewer(BUNDLES_MAX, await countBundles(tx), 'bundles');
        return insertBundle(tx, { ...text, created_at: stamp(clock) });
      });
      return { id, ...text };
    },

    /** @throws AppError `forbidden`, `not_found`. */
    update: async (caller: Caller, id: BundleId, text: BundleText): Promise<Bundle> => {
      checkManager(caller);
      if (!(await database.transact((tx) => updateBundle(tx, id, text)))) throw noBundle(id);
      return { id, ...text };
    },

    /** Deletes a bundle. Its parcours stay. @throws AppError `forbidden`, `not_found`. */
    delete: async (caller: Caller, id: BundleId) => {
      checkManager(caller);
      await database.transact(async (tx) => {
        if (!(await deleteBundle(tx, id))) throw noBundle(id);
        await addToAuditLog(tx, clock, { action: 'bundle_deleted', by: caller, detail: `bundle ${id}` });
      });
    },

    /**
     * Adds a parcours to a bundle; does nothing if it is already there.
     * @throws AppError `forbidden`, also for an editor who is not a member of the parcours; `not_found` if there is no such
     * bundle or parcours; `too_many`.
     */
    add: async (caller: Caller, id: BundleId, parcoursId: ParcoursId) => {
      checkManager(caller);
      await database.transact(async (tx) => {
        await checkBundleable(tx, caller, id, parcoursId);
        expectFewer(PARCOURS_IDS_MAX, await countBundled(tx, id, parcoursId), `parcours in bundle ${id}`);
        await putBundled(tx, { bundle_id: id, parcours_id: parcoursId, added_at: stamp(clock) });
      });
    },

    /**
     * Removes a parcours from a bundle.
     * @throws AppError as `add`; also `not_found` if the parcours is not in the bundle.
     */
    remove: async (caller: Caller, id: BundleId, parcoursId: ParcoursId) => {
      checkManager(caller);
      await database.transact(async (tx) => {
        await checkBundleable(tx, caller, id, parcoursId);
        if (!(await deleteBundled(tx, id, parcoursId))) {
          throw new AppError('not_found', `Parcours ${parcoursId} is not in bundle ${id}`);
        }
      });
    },
  };
}

function checkManager({ role }: Caller): void {
  if (!mayManageBundles(role))
    throw new AppError('forbidden', `Expected the role editor or admin to manage bundles, got ${role}`);
}

async function expectBundle(reader: Reader, id: BundleId): Promise<BundleRow> {
  const bundle = await findBundle(reader, id);
  if (bundle === undefined) throw noBundle(id);
  return bundle;
}

async function checkBundleable(reader: Reader, caller: Caller, id: BundleId, parcoursId: ParcoursId): Promise<void> {
  await expectBundle(reader, id);
  if (!mayBundleParcours(caller.role, await privilegeOn(reader, parcoursId, caller))) {
    throw new AppError('forbidden', `You may not add parcours ${parcoursId} to bundles or remove it from them`);
  }
}

function expectFewer(most: number, count: number, what: string): void {
  if (count >= most) throw new AppError('too_many', `Expected fewer than ${most} ${what}, got ${count}`);
}

function noBundle(id: BundleId): AppError {
  return new AppError('not_found', `There is no bundle ${id}`);
}
