import type { BundleId, ParcoursId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of bundles. */
export interface BundleRow {
  readonly id: BundleId;
  readonly name: string;
  readonly description: string;
  readonly created_at: string;
}

/** A parcours in a bundle, with one account's privilege on it; null for a non-member. */
export interface BundledParcoursRow {
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

/** The bundles that hold a parcours of which this account is a member, oldest first. */
export async function listBundlesOf(reader: Reader, accountId: UserId): Promise<BundleRow[]> {
  return reader<BundleRow>('bundles')
    .whereIn(
      'id',
      reader('bundled_parcours')
        .join('memberships', 'memberships.parcours_id', 'bundled_parcours.parcours_id')
        .where('memberships.account_id', accountId)
        .select('bundled_parcours.bundle_id'),
    )
    .orderBy('id');
}

/** The parcours of a bundle in the order in which they were added, with this account's privilege on each. */
export async function listBundled(reader: Reader, id: BundleId, accountId: UserId): Promise<BundledParcoursRow[]> {
  return reader('bundled_parcours')
    .join('parcours', 'parcours.id', 'bundled_parcours.parcours_id')
    .leftJoin('memberships', (join) => {
      join.on('memberships.parcours_id', 'parcours.id').andOn('memberships.account_id', reader.raw('?', [accountId]));
    })
    .where('bundled_parcours.bundle_id', id)
    .orderBy(['bundled_parcours.added_at', 'parcours.id'])
    .select<BundledParcoursRow[]>('parcours.id', 'parcours.title', 'parcours.description', 'memberships.privilege');
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
