import { publicPath } from '../../../contracts/open-parcours.ts';
import { foldText } from '../../../contracts/plain-text.ts';
import { type Card, oneLine } from '../../domain/cards/cards.ts';
import type { CatalogueEntry } from '../../domain/open/catalogue.ts';
import { type Markup, markup, trusted } from '../html.ts';
import { drawCatalogue } from './catalogue-map.ts';
import { type Rendering, renderDocument, wordsOf } from './document.ts';
import { tagLanguage } from './language-tag.ts';
import { DESCRIPTION_MAX } from './parcours-page.ts';

/** Parcours on one page of the catalogue. */
const PER_PAGE = 30;

/** What is asked of the catalogue. */
export interface CatalogueQuery {
  /** Words that all have to be in a parcours' name or description, whatever their accents. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

/** Renders the map and the list of all parcours of the catalogue, or of those that a search finds. */
export function renderCatalogue(
  entries: readonly CatalogueEntry[],
  { search, page }: CatalogueQuery,
  rendering: Rendering,
  appCard: Card,
): string {
  const words = wordsOf(rendering);
  const { origin, language } = rendering;
  const found = findEntries(entries, search);
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const pathOf = (number: number): string => {
    const query = new URLSearchParams({
      ...(search === '' ? {} : { q: search }),
      ...(number === 1 ? {} : { page: String(number) }),
    }).toString();
    return query === '' ? '/catalogue' : `/catalogue?${query}`;
  };
  const turn = (number: number, isThere: boolean, label: string, rel: 'prev' | 'next'): Markup =>
    isThere ? markup`<a class="more" rel="${rel}" href="${pathOf(number)}">${label}</a>` : markup`<span></span>`;
  return renderDocument(rendering, {
    card: { ...appCard, title: words.catalogue, description: words.catalogueLead },
    // Searches are no pages of their own.
    robots: search === '' ? null : 'noindex',
    head: markup`<link rel="canonical" href="${origin}${pathOf(page)}">`,
    main: markup`<div class="lead"><h1>${words.catalogue}</h1><p class="soft">${words.catalogueLead}</p></div>
<form role="search" action="/catalogue"><label for="q">${words.search}</label><input id="q" type="search" name="q" value="${search}" maxlength="200" autocomplete="off"><button class="button">${words.find}</button></form>
<p role="status">${entries.length === 0 ? words.empty : words.found(found.length)}</p>
${search === '' ? null : markup`<p><a class="more" href="/catalogue">${words.showAll}</a></p>`}
${drawCatalogue(found, shown)}
<ol class="places">${shown.map((entry, index) => renderEntry(entry, index + 1, words, language))}</ol>
${
  found.length <= PER_PAGE
    ? null
    : markup`<nav class="pages" aria-label="${words.catalogue}">${turn(page - 1, page > 1, words.previous, 'prev')}${turn(page + 1, page * PER_PAGE < found.length, words.next, 'next')}</nav>`
}`,
    footer: null,
  });
}

/** Renders the list of the catalogue's pages for search engines. */
export function renderSitemap(entries: readonly CatalogueEntry[], origin: string): string {
  const paths = ['/catalogue', ...entries.map(({ slug }) => publicPath(slug))];
  return markup`${trusted('<?xml version="1.0" encoding="UTF-8"?>')}
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => markup`<url><loc>${origin}${path}</loc></url>\n`)}</urlset>
`.text;
}

function findEntries(entries: readonly CatalogueEntry[], search: string): readonly CatalogueEntry[] {
  const wanted = foldText(search).split(' ');
  if (search.trim() === '') return entries;
  return entries.filter(({ folded }) => wanted.every((word) => folded.includes(word)));
}

function renderEntry(
  { slug, name, description, language, stories, audioS }: CatalogueEntry,
  number: number,
  words: ReturnType<typeof wordsOf>,
  ofPage: string,
): Markup {
  const facts = [words.stories(stories), ...(audioS > 0 ? [words.duration(audioS)] : [])].join(' · ');
  const tag = tagLanguage(language, ofPage);
  return markup`<li class="card"><h2><span class="number">${number}</span><a href="${publicPath(slug)}"${tag}>${name}</a></h2><p${tag}>${oneLine(description, DESCRIPTION_MAX)}</p><p class="soft small">${facts}</p></li>
`;
}
