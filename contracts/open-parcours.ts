import * as z from 'zod/mini';

/**
 * Who sees an open parcours without an account: everybody with its address, or everybody, since the catalogue lists it.
 * A parcours that isn't open has none.
 */
export const Visibility = z.enum(['link', 'catalogue']);
export type Visibility = z.infer<typeof Visibility>;

/** Shortest and longest {@link Slug}. */
const SLUG_MIN = 3;
/** Longest {@link Slug}: it is read aloud and printed. */
export const SLUG_MAX = 60;

/** The name of an open parcours in addresses: small letters and digits, in words that hyphens join. */
export const Slug = z
  .string()
  .check(z.minLength(SLUG_MIN), z.maxLength(SLUG_MAX), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))
  .brand<'Slug'>();
export type Slug = z.infer<typeof Slug>;

/** How a parcours is or was open: once its visibility is null, only its members see it, and it keeps its slug. */
export const Opening = z.object({ visibility: z.nullable(Visibility), slug: Slug });
export type Opening = z.infer<typeof Opening>;

/** Body of a change of the opening; with null, the parcours keeps its slug. */
export const OpeningChange = z.object({ visibility: z.nullable(Visibility), slug: z.nullable(Slug) });
export type OpeningChange = z.input<typeof OpeningChange>;

/** The path of an open parcours' public page, on the site's origin. */
export function publicPath(slug: Slug): string {
  return `/p/${slug}`;
}

/** Proposes a slug for a title: without accents; empty if nothing of it can be written so. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .match(/[a-z0-9]+/g);
  const slug = (words ?? []).join('-').slice(0, SLUG_MAX).replace(/-+$/, '');
  return slug.length < SLUG_MIN ? '' : slug;
}
