import type { BundleId, ParcoursId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import { countRows } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';
import { onlyReadable } from './place-visibility.ts';

/** A row of bundles. */
export interface BundleRow {
  readonly id: BundleId;
  readonly name: string;
  readonly description: string;
  readonly created_at: string;
}

/** A parcours in a bundle, with one account's privilege on it; null for a non-member. */
interface BundledParcoursRow {
  readonly id: ParcoursId;
  readonly title: string;
  readonly description: string;
  readonly privilege: Privilege | null;
}

interface EntryRow {
  readonly bundle_id: BundleId;
  readonly parcours_id: ParcoursId;
  readonly added_at: string;
}

/** The bundle with this id. */
export async function findBundle(reader: Reader, id: BundleId): Promise<BundleRow | undefined> {
  return reader<BundleRow>('bundles').where({ id }).first();
}

/** Every bundle, oldest first. */
export async function listBundles(reader: Reader): Promise<BundleRow[]> {
  return reader<BundleRow>('bundles').orderBy('id');
}

/** The bundles with at least one parcours that this account is a member of and may see, oldest first. */
export async function listBundlesOf(reader: Reader, accountId: UserId): Promise<BundleRow[]> {
  const holding = reader('bundled_parcours')
    .join('parcours', 'parcours.id', 'bundled_parcours.parcours_id')
    .join('memberships', 'memberships.parcours_id', 'parcours.id')
    .where('memberships.account_id', accountId)
    .select('bundled_parcours.bundle_id');
  onlyReadable(holding, 'memberships');
  return reader<BundleRow>('bundles').whereIn('id', holding).orderBy('id');
}

/** The parcours of a bundle in the order they were added, with this account's privilege on each. */
export async function listBundled(reader: Reader, id: BundleId, accountId: UserId): Promise<BundledParcoursRow[]> {
  const query = reader('bundled_parcours')
    .join('parcours', 'parcours.id', 'bundled_parcours.parcours_id')
    .leftJoin('memberships', (join) => {
      join.on('memberships.parcours_id', 'parcours.id').andOn('memberships.account_id', reader.raw('?', [accountId]));
    })
    .where('bundled_parcours.bundle_id', id)
    .orderBy(['bundled_parcours.added_at', 'parcours.id'])
    .select<BundledParcoursRow[]>('parcours.id', 'parcours.title', 'parcours.description', 'memberships.privilege');
  onlyReadable(query, 'memberships');
  return query;
}

/** The number of bundles. */
export async function countBundles(reader: Reader): Promise<number> {
  return countRows(reader('bundles'));
}

/** The number of parcours in a bundle, not counting `without`. */
export async function countBundled(reader: Reader, id: BundleId, without: ParcoursId): Promise<number> {
  return countRows(reader('bundled_parcours').where({ bundle_id: id }).whereNot({ parcours_id: without }));
}

/** Adds an empty bundle. */
export async function insertBundle(tx: Transactor, row: Omit<BundleRow, 'id'>): Promise<BundleId> {
  const [inserted] = await tx<BundleRow>('bundles').insert(row).returning('id');
  if (inserted === undefined) throw new Error('Expected the new bundle id, got no row');
  return inserted.id;
}

/** Changes a bundle's name and description; returns false if there is no such bundle. */
export async function updateBundle(
  tx: Transactor,
  id: BundleId,
  text: Pick<BundleRow, 'name' | 'description'>,
): Promise<boolean> {
  return (await tx<BundleRow>('bundles').where({ id }).update(text)) > 0;
}

/** Deletes a bundle, not its parcours; returns false if there is no such bundle. */
export async function deleteBundle(tx: Transactor, id: BundleId): Promise<boolean> {
  return (await tx<BundleRow>('bundles').where({ id }).delete()) > 0;
}

/** Adds a parcours to a bundle; does nothing if it is already there. */
export async function putBundled(tx: Transactor, row: EntryRow): Promise<void> {
  await tx<EntryRow>('bundled_parcours').insert(row).onConflict(['bundle_id', 'parcours_id']).ignore();
}

/** Removes a parcours from a bundle; returns false if it is not there. */
export async function deleteBundled(tx: Transactor, bundleId: BundleId, parcoursId: ParcoursId): Promise<boolean> {
  const entry = { bundle_id: bundleId, parcours_id: parcoursId };
  return (await tx<EntryRow>('bundled_parcours').where(entry).delete()) > 0;
}
