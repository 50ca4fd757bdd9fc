import { FORMER_SLUGS_MAX } from '../../contracts/limits.ts';
import type { Slug } from '../../contracts/open-parcours.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { compiled } from './compiled-queries.ts';
import type { Reader, Transactor } from './database.ts';
import { onlyOpen } from './open-parcours.ts';

/** Whether a parcours other than this one has the slug or had it before, even if it is closed or deleted. */
export async function hasSlug(reader: Reader, slug: Slug, without: ParcoursId): Promise<boolean> {
  const now = await reader('parcours').where({ slug }).whereNot({ id: without }).first('id');
  const before = await reader('former_slugs').where({ slug }).whereNot({ parcours_id: without }).first('id');
  return now !== undefined || before !== undefined;
}

/** Keeps the slug that a parcours gives up for it, and removes the one that it takes from its former ones. */
export async function changeSlug(tx: Transactor, parcours_id: ParcoursId, former: Slug, slug: Slug): Promise<void> {
  await tx('former_slugs').where({ parcours_id, slug }).delete();
  await tx('former_slugs').insert({ parcours_id, slug: former });
  const kept = tx('former_slugs').where({ parcours_id }).orderBy('id', 'desc').limit(FORMER_SLUGS_MAX).select('id');
  await tx('former_slugs').where({ parcours_id }).whereNotIn('id', kept).delete();
}

const slugsNow = compiled<{ readonly slug: Slug }, readonly [Slug]>((reader, [former]) => {
  const query = reader('former_slugs')
    .join('parcours', 'parcours.id', 'former_slugs.parcours_id')
    .where({ 'former_slugs.slug': former })
    .select('parcours.slug');
  onlyOpen(query);
  return query;
});

/** The slug that an open parcours has now, by one that it had before. */
export async function findSlugNow(reader: Reader, former: Slug): Promise<Slug | undefined> {
  return (await slugsNow(reader, [former]))[0]?.slug;
}
