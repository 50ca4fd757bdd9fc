import { hostOf } from '../../../contracts/link.ts';
import { feedPath, listenPath, publicPath, reportPath, type Slug } from '../../../contracts/open-parcours.ts';
import type { Said } from '../../../contracts/pick-telling.ts';
import type { MediaLink } from '../../../contracts/place.ts';
import type { ParcoursFacts, Picture } from '../../../contracts/telling.ts';
import { cardWords } from '../../domain/cards/card-words.ts';
import { type Card, oneLine } from '../../domain/cards/cards.ts';
import { nextTurn } from '../../domain/costly-work.ts';
import { licenceUrl, nameLicence } from '../../domain/open/licences.ts';
import type { OpenParcours } from '../../domain/open/open-parcours.ts';
import type { OpenWords } from '../../domain/open/open-words.ts';
import type { ToldParcours, ToldPlace } from '../../domain/open/told-parcours.ts';
import { type Markup, markup, trusted } from '../html.ts';
import { type Rendering, renderDocument, wordsOf } from './document.ts';
import { describeTrip } from './json-ld.ts';
import { nameInItself, tagLanguage } from './language-tag.ts';
import { drawPlaces } from './places-picture.ts';
import { renderPlain, renderProse, renderTranscript } from './prose.ts';

/** Longest description of a page in lists, search results and cards, in characters. */
export const DESCRIPTION_MAX = 200;
/** Width at which a picture is shown: that of its column. */
const PICTURE_SIZES = '(max-width: 44rem) 90vw, 40rem';

/** The path of a parcours' public page in a language; without one in its first. */
export function pagePath({ slug, about }: OpenParcours, language: string): string {
  return language === about.language ? publicPath(slug) : `${publicPath(slug)}?lang=${language}`;
}

/** The path of the picture of an open parcours that cards show, or of its cover. */
export function cardPath(
  { slug, pictureVersion }: OpenParcours,
  { language }: Rendering,
  form: 'card' | 'cover' = 'card',
): string {
  return `${publicPath(slug)}/${form}-${language}.png?v=${pictureVersion.slice(0, 12)}`;
}

/** The card of an open parcours for services that show a link to it. */
export function cardOf(told: ToldParcours, rendering: Rendering): Card {
  const words = wordsOf(rendering);
  const title = oneLine(told.name.text, DESCRIPTION_MAX);
  return {
    title,
    description: oneLine(told.description.text, DESCRIPTION_MAX) || words.stories(countStories(told)),
    picturePath: cardPath(told.parcours, rendering),
    pictureAlt: cardWords[rendering.language].pictureOf(title),
    locale: cardWords[rendering.language].locale,
  };
}

/** The number of stories that are listed. */
export function countStories({ places }: ToldParcours): number {
  return places.filter(({ sound }) => sound !== null).length;
}

/** Renders the public page of a parcours, place by place, so that other calls don't wait for all of them. */
export async function renderParcoursPage(told: ToldParcours, rendering: Rendering): Promise<string> {
  const { parcours } = told;
  const words = wordsOf(rendering);
  const { origin, language: ofPage } = rendering;
  const places: Markup[] = [];
  for (const place of told.places) {
    places.push(renderPlace(place, words, ofPage, parcours.slug));
    await nextTurn();
  }
  return renderDocument(rendering, {
    card: cardOf(told, rendering),
    robots: parcours.isInCatalogue ? null : 'noindex',
    head: markup`<link rel="canonical" href="${origin}${pagePath(parcours, told.language)}">
<meta property="og:url" content="${origin}${pagePath(parcours, told.language)}">
${listAlternates(parcours, origin)}
<link rel="alternate" type="application/rss+xml" title="${told.name.text}" href="${feedPath(parcours.slug)}">
<script type="application/ld+json">${trusted(describeTrip(told, rendering))}</script>`,
    main: markup`<div class="lead"><h1${tagLanguage(told.name.language, ofPage)}>${told.name.text}</h1>
<p class="soft">${summarize(told, words)}</p>
<div class="prose"${tagLanguage(told.description.language, ofPage)}>${renderPlain(told.description.text)}</div>
<p class="listen"><a class="button" href="${listenPath(parcours.slug)}" rel="nofollow">${words.listen}</a><span class="soft">${words.listenHint}</span></p></div>
${renderLanguages(told, words)}
${drawPlaces(parcours.places, words.mapOf(told.name.text))}
${renderFacts(parcours.about.facts, words)}
<section><h2>${words.places}</h2>
${places.length === 0 ? markup`<p>${words.noPlaces}</p>` : markup`<ol class="places">${places}</ol>`}
${parcours.morePlaces > 0 ? markup`<p>${words.morePlaces(parcours.morePlaces)}</p>` : null}
${parcours.isShortened ? markup`<p>${words.shortened}</p>` : null}</section>`,
    footer: markup`<a href="${feedPath(parcours.slug)}">${words.feed}</a><a href="/catalogue">${words.toCatalogue}</a><a href="${reportPath(parcours.slug)}" rel="nofollow">${words.report.parcours}</a>`,
  });
}

/** Renders one line about what there is to hear. */
export function summarize(told: ToldParcours, words: OpenWords): string {
  const parts = [words.stories(countStories(told)), ...(told.audioS > 0 ? [words.duration(told.audioS)] : [])];
  return parts.join(' · ');
}

/**
 * Renders the controls of a sound: the rendition where the browser can play it, else the master. WebKit's controls are
 * a script, so who runs none gets a link, in a window of its own: no frame may show it.
 */
export function renderAudio({ link, rendition }: MediaLink, name: string, words: OpenWords): Markup {
  const lighter = rendition === null ? null : markup`<source src="${rendition.link}" type="${rendition.type}">`;
  return markup`<audio controls preload="none" aria-label="${words.play(name)}">${lighter}<source src="${link}" type="audio/wav"></audio>
<noscript><a class="more" href="${(rendition ?? { link }).link}" target="_blank" rel="noopener">${words.openSound}</a></noscript>`;
}

/** Renders the number of a place that has one. */
export function renderNumber({ place: { number } }: ToldPlace): Markup | null {
  return number === null ? null : markup`<span class="number">${number}</span>`;
}

/** The name of a place, or the words for one that has none. */
export function nameOf({ name }: ToldPlace, words: OpenWords): string {
  return name.text || words.untitled;
}

function listAlternates(parcours: OpenParcours, origin: string): Markup {
  const alternate = (tag: string, path: string) =>
    markup`<link rel="alternate" hreflang="${tag}" href="${origin}${path}">`;
  const { languages } = parcours;
  if (languages.length < 2) return trusted('');
  return markup`${languages.map((language) => alternate(language, pagePath(parcours, language)))}${alternate('x-default', publicPath(parcours.slug))}`;
}

function renderLanguages({ parcours, language }: ToldParcours, words: OpenWords): Markup | null {
  const { languages } = parcours;
  if (languages.length < 2) return null;
  const links = languages.map((one) => {
    const current = trusted(one === language ? ' aria-current="page"' : '');
    const path = `${publicPath(parcours.slug)}?lang=${one}`;
    return markup`<li><a href="${path}" lang="${one}" hreflang="${one}"${current}>${nameInItself(one)}</a></li>`;
  });
  return markup`<nav class="languages" aria-label="${words.languages}"><ul>${links}</ul></nav>`;
}

function renderFacts(facts: ParcoursFacts, words: OpenWords): Markup | null {
  const { lengthM, durationMin, widthCm, difficulty, hasSteps, licence } = facts;
  const url = licence === undefined ? null : licenceUrl(licence);
  const named = licence === undefined ? null : nameLicence(licence, words);
  const rows: readonly (readonly [name: string, fact: string | Markup | null | undefined])[] = [
    [words.authors, facts.authors],
    [words.length, lengthM === undefined ? null : formatLength(lengthM, words)],
    [words.time, durationMin === undefined ? null : words.minutes(durationMin)],
    [words.difficulty, difficulty === undefined ? null : words.difficulties[difficulty]],
    [words.steps, hasSteps === undefined ? null : hasSteps ? words.hasSteps : words.noSteps],
    [words.surface, facts.surface],
    [words.width, widthCm === undefined ? null : `${widthCm}\u00a0cm`],
    [words.toilets, facts.toilets],
    [words.transport, facts.transport],
    [words.emergency, facts.emergency],
    [words.licence, url === null ? named : markup`<a href="${url}" rel="license noopener">${named}</a>`],
  ];
  const known = rows.filter(([, fact]) => fact !== null && fact !== undefined && fact !== '');
  if (known.length === 0) return null;
  return markup`<section><h2>${words.facts}</h2><dl>${known.map(
    ([name, fact]) => markup`<dt>${name}</dt><dd>${fact ?? null}</dd>`,
  )}</dl></section>`;
}

function formatLength(lengthM: number, { locale }: OpenWords): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return lengthM < 1000 ? `${lengthM}\u00a0m` : `${number.format(lengthM / 1000)}\u00a0km`;
}

function renderPlace(told: ToldPlace, words: OpenWords, ofPage: string, slug: Slug): Markup {
  const { sound, text, pictures, transcript, link } = told;
  const name = nameOf(told, words);
  const heard = sound?.media?.data;
  return markup`<li id="place-${told.place.id}"><article><h3>${renderNumber(told)}<span${tagLanguage(told.name.language, ofPage)}>${name}</span></h3>
${heard === undefined ? null : renderAudio(heard, name, words)}
${text === null ? null : markup`<div class="prose"${tagLanguage(text.language, ofPage)}>${renderProse(text.text)}</div>`}
${pictures.map((picture) => renderPicture(picture, words, ofPage))}
${
  transcript === null
    ? null
    : markup`<details><summary>${words.transcript}</summary><div class="prose"${tagLanguage(transcript.language, ofPage)}>${renderTranscript(transcript.vtt)}</div></details>`
}
${link === null ? null : markup`<p><a class="more" href="${link}" rel="noopener noreferrer nofollow">${words.more}<span class="soft">${hostOf(link)}</span></a></p>`}
<p class="report"><a class="more soft small" href="${reportPath(slug, told.place.id)}" rel="nofollow" aria-label="${words.report.place(name)}">${words.report.link}</a></p></article></li>
`;
}

function renderPicture(
  { files, width, height, credit, description }: Picture & { readonly description: Said | null },
  words: OpenWords,
  ofPage: string,
): Markup | null {
  const widest = files.find(({ type }) => type === 'image/jpeg');
  if (widest === undefined) return null;
  const set = (type: string) =>
    files
      .filter((file) => file.type === type)
      .map((file) => `${file.link} ${file.width}w`)
      .join(', ');
  const source = (type: string) =>
    set(type) === '' ? null : markup`<source type="${type}" srcset="${set(type)}" sizes="${PICTURE_SIZES}">`;
  const language = description === null ? null : tagLanguage(description.language, ofPage);
  const image = markup`<img src="${widest.link}" srcset="${set('image/jpeg')}" sizes="${PICTURE_SIZES}" width="${width}" height="${height}" alt="${description?.text ?? ''}"${language} loading="lazy" decoding="async">`;
  const caption = credit === '' ? null : markup`<figcaption class="soft small">${words.credit(credit)}</figcaption>`;
  return markup`<figure><picture>${source('image/avif')}${source('image/webp')}${image}</picture>${caption}</figure>`;
}
