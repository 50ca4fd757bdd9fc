import type { Bundle, BundledParcours } from '../../../contracts/bundle.ts';
import { mayBundleParcours, mayManageBundles } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { BundleId, ParcoursId } from '../../../contracts/vocabulary.ts';
import {
  type BundleRow,
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
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { privilegeOn } from './parcours.ts';

type BundleText = CallParsed<'createBundle'>['body'];

/** Bundles: groups of parcours, which global editors and admins make for everybody. */
export interface Bundles {
  /** Every bundle for those who manage bundles; for others those that hold a parcours of theirs. */
  list(caller: Caller): Promise<Bundle[]>;
  /**
   * Every parcours of a bundle for those who manage bundles; for others those of it that they are a member of.
   *
   * @throws AppError `not_found`.
   */
  listParcours(caller: Caller, id: BundleId): Promise<BundledParcours[]>;
  /** @throws AppError `forbidden`. */
  create(caller: Caller, text: BundleText): Promise<Bundle>;
  /** @throws AppError `forbidden`, `not_found`. */
  update(caller: Caller, id: BundleId, text: BundleText): Promise<Bundle>;
  /**
   * Removes a bundle. Its parcours stay.
   *
   * @throws AppError `forbidden`, `not_found`.
   */
  delete(caller: Caller, id: BundleId): Promise<void>;
  /**
   * Puts a parcours into a bundle; one that is there already stays.
   *
   * @throws AppError `forbidden`, also for an editor who is no member of the parcours; `not_found` without the bundle or
   *   the parcours.
   */
  add(caller: Caller, id: BundleId, parcoursId: ParcoursId): Promise<void>;
  /**
   * Takes a parcours out of a bundle.
   *
   * @throws AppError as `add` does, and `not_found` where the parcours is not in the bundle.
   */
  remove(caller: Caller, id: BundleId, parcoursId: ParcoursId): Promise<void>;
}

/** Bundles kept in this database. */
export function createBundles(database: Database, clock: Clock): Bundles {
  return {
    list: async (caller) => {
      const { reader } = database;
      const rows = await (mayManageBundles(caller.role) ? listBundles(reader) : listBundlesOf(reader, caller.id));
      return rows.map(({ id, name, description }) => ({ id, name, description }));
    },

    listParcours: async (caller, id) => {
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

    create: async (caller, text) => {
      refuseUnlessManager(caller);
      const id = await database.transact((tx) => insertBundle(tx, { ...text, created_at: stamp(clock) }));
      return { id, ...text };
    },

    update: async (caller, id, text) => {
      refuseUnlessManager(caller);
      if (!(await database.transact((tx) => updateBundle(tx, id, text)))) throw noBundle(id);
      return { id, ...text };
    },

    delete: async (caller, id) => {
      refuseUnlessManager(caller);
      if (!(await database.transact((tx) => deleteBundle(tx, id)))) throw noBundle(id);
    },

    add: async (caller, id, parcoursId) => {
      refuseUnlessManager(caller);
      await database.transact(async (tx) => {
        await expectBundleable(tx, caller, id, parcoursId);
        await putBundled(tx, { bundle_id: id, parcours_id: parcoursId, added_at: stamp(clock) });
      });
    },

    remove: async (caller, id, parcoursId) => {
      refuseUnlessManager(caller);
      await database.transact(async (tx) => {
        await expectBundleable(tx, caller, id, parcoursId);
        if (!(await deleteBundled(tx, id, parcoursId))) {
          throw new AppError('not_found', `Parcours ${parcoursId} is not in bundle ${id}`);
        }
      });
    },
  };
}

function refuseUnlessManager({ role }: Caller): void {
  if (!mayManageBundles(role)) throw new AppError('forbidden', `Bundles are managed by editors, you are a ${role}`);
}

async function expectBundle(reader: Reader, id: BundleId): Promise<BundleRow> {
  const bundle = await findBundle(reader, id);
  if (bundle === undefined) throw noBundle(id);
  return bundle;
}

async function expectBundleable(reader: Reader, caller: Caller, id: BundleId, parcoursId: ParcoursId): Promise<void> {
  await expectBundle(reader, id);
  if (!mayBundleParcours(caller.role, await privilegeOn(reader, parcoursId, caller))) {
    throw new AppError('forbidden', `You may not put parcours ${parcoursId} into bundles, or take it out`);
  }
}

function noBundle(id: BundleId): AppError {
  return new AppError('not_found', `There is no bundle ${id}`);
}
