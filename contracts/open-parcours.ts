import * as z from 'zod/mini';
import type { PlaceId } from './vocabulary.ts';

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

/** The path behind 'Écouter' on the public page: the app, which walks at once. */
export function listenPath(slug: Slug): string {
  return `${publicPath(slug)}?${LISTEN_PARAMETER}`;
}

/** The parameter of {@link listenPath}. */
export const LISTEN_PARAMETER = 'ecouter';

/** The parameter of {@link reportPath} that names a place. */
export const REPORTED_PLACE_PARAMETER = 'lieu';

/** The path of the form that reports an open parcours, or one of its places, to the site's admins without an account. */
export function reportPath(slug: Slug, placeId?: PlaceId): string {
  return `${publicPath(slug)}/signaler${placeId === undefined ? '' : `?${REPORTED_PLACE_PARAMETER}=${placeId}`}`;
}

/** The path of an open parcours' feed, for podcast apps. */
export function feedPath(slug: Slug): string {
  return `${publicPath(slug)}/feed.xml`;
}

/** The path of an open parcours' list of stories for a frame of another site. */
export function embedPath(slug: Slug): string {
  return `/embed/${slug}`;
}

/** Returns the HTML that shows an open parcours on another site. @param address the URL of {@link embedPath} */
export function embedSnippet(address: string, title: string): string {
  const shown = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return `<iframe src="${address}" title="${shown}" width="100%" height="480" loading="lazy" style="border:0"></iframe>`;
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
