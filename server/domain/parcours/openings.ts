import { Slug } from '../../../contracts/open-parcours.ts';
import type { ParcoursInfo } from '../../../contracts/parcours.ts';
import { mayManageParcours } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { changeSlug, findSlugNow, hasSlug } from '../../store/former-slugs.ts';
import { findOpenParcours } from '../../store/open-parcours.ts';
import { updateParcours } from '../../store/parcours.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller, OpenReader } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { existingParcours, privilegeOn, toInfo } from './parcours.ts';

/** Slugs that would read as pages of the site itself. */
const RESERVED: ReadonlySet<string> = new Set([
  'admin',
  'aide',
  'catalogue',
  'drop-ici',
  'embed',
  'help',
  'null',
  'undefined',
]);

/** Opens parcours to people without an account, and finds open ones. */
export function createOpenings(database: Database, clock: Clock) {
  return {
    /**
     * Finds the open parcours that a request names by its slug, or by one that it had before.
     * @throws AppError `link_expired`, also for a parcours that is closed, hidden, deleted or reported.
     */
    find: async (slug: string): Promise<Omit<OpenReader, 'address'>> => {
      const read = Slug.safeParse(slug);
      const find = async (one: Slug | undefined) =>
        one === undefined ? undefined : findOpenParcours(database.reader, one);
      const row = read.success
        ? ((await find(read.data)) ?? (await find(await findSlugNow(database.reader, read.data))))
        : undefined;
      if (row === undefined)
        throw new AppError('link_expired', 'There is no open parcours with this slug, or not any more');
      return { open: row.slug, parcoursId: row.id };
    },

    /**
     * Opens a parcours, changes its slug, or closes it. A slug is kept while the parcours is closed, and leads to it once it
     * has another.
     * @throws AppError `not_found`, `forbidden`; `conflict` if another parcours has the slug or had it, or nobody may;
     * `invalid_request` for an open one without a slug.
     */
    set: async (
      caller: Caller,
      id: ParcoursId,
      { visibility, slug: wanted }: CallParsed<'updateOpening'>['body'],
    ): Promise<ParcoursInfo> =>
      database.transact(async (tx) => {
        const row = await existingParcours(tx, id);
        const privilege = await privilegeOn(tx, id, caller);
        if (privilege === null || !mayManageParcours(caller.role, privilege)) {
          throw new AppError('forbidden', `You may not open or close parcours ${id}`);
        }
        const slug = wanted ?? row.slug;
        if (slug === null && visibility !== null) {
          const message = 'Expected a slug, because this parcours has none yet';
          throw new AppError('invalid_request', `slug: ${message}`, { faults: [{ path: 'slug', message }] });
        }
        if (slug !== null && (RESERVED.has(slug) || (await hasSlug(tx, slug, id)))) {
          throw new AppError('conflict', `Expected a slug that no other parcours has, got ${slug}`);
        }
        if (visibility !== row.visibility || slug !== row.slug) {
          await updateParcours(tx, id, { visibility, slug });
          if (row.slug !== null && slug !== null && row.slug !== slug) await changeSlug(tx, id, row.slug, slug);
          const detail = `${visibility ?? 'closed'}, ${slug ?? 'no slug'}`;
          await addToAuditLog(tx, clock, { action: 'opening_changed', by: caller, parcours: id, detail });
        }
        return toInfo({ ...row, visibility, slug }, privilege);
      }),
  };
}
