import type { Language } from '../../../contracts/vocabulary.ts';
import type { Card } from '../../domain/cards/cards.ts';
import { type OpenWords, openWords } from '../../domain/open/open-words.ts';
import { type Markup, markup, trusted } from '../html.ts';
import { renderHead } from '../page-head.ts';
import { PAGE_COLOURS, PAGE_STYLE } from './style.ts';

/** Where and for whom a page is rendered. */
export interface Rendering {
  /** Origin of this site. */
  readonly origin: string;
  /** The language of the page's own words. */
  readonly language: Language;
}

/** What stands around the content of a public page. */
interface DocumentParts {
  readonly card: Card;
  /** What search engines may do; null for everything. */
  readonly robots: string | null;
  /** Further elements of the head. */
  readonly head: Markup | null;
  /** A page in a frame of another site has no way to other pages. */
  readonly isFramed?: boolean;
  readonly main: Markup;
  readonly footer: Markup | null;
}

/** The words of a page. */
export function wordsOf({ language }: Rendering): OpenWords {
  return openWords[language];
}

/** Renders a whole page, which needs no script. */
export function renderDocument(rendering: Rendering, parts: DocumentParts): string {
  const { card, robots, head, isFramed = false, main, footer } = parts;
  const words = wordsOf(rendering);
  const colour = (scheme: keyof typeof PAGE_COLOURS) =>
    markup`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${PAGE_COLOURS[scheme].paper}">`;
  const mark = markup`<img src="/favicon.svg" alt="" width="28" height="28">${words.app}`;
  return markup`<!doctype html>
<html lang="${rendering.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${colour('light')}${colour('dark')}
${trusted(renderHead(card, words.app, rendering.origin, robots))}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${head}
<style>${trusted(PAGE_STYLE)}</style>
</head>
<body${trusted(isFramed ? ' class="framed"' : '')}>
${isFramed ? null : markup`<header><a href="/">${mark}</a></header>`}
<main>${main}</main>
${footer === null ? null : markup`<footer>${footer}</footer>`}
</body>
</html>
`.text;
}

/** Renders the page for an address at which there is no open parcours, or none any more: it doesn't say which. */
export function renderGone(rendering: Rendering, appCard: Card): string {
  const words = wordsOf(rendering);
  return renderDocument(rendering, {
    card: { ...appCard, title: words.gone },
    robots: 'noindex',
    head: null,
    main: markup`<div class="lead"><h1>${words.gone}</h1><p>${words.goneHint}</p><p><a class="button" href="/">${words.toApp}</a></p></div>`,
    footer: null,
  });
}
