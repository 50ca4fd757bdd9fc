import { publicPath } from '../../../contracts/open-parcours.ts';
import type { ToldParcours } from '../../domain/open/told-parcours.ts';
import { markup } from '../html.ts';
import { type Rendering, renderDocument, wordsOf } from './document.ts';
import { tagLanguage } from './language-tag.ts';
import { cardOf, nameOf, pagePath, renderAudio, renderNumber, summarize } from './parcours-page.ts';

/** Renders the stories of a parcours for a frame of another site. Its links open pages of their own. */
export function renderEmbed(told: ToldParcours, rendering: Rendering): string {
  const words = wordsOf(rendering);
  const { origin, language: ofPage } = rendering;
  const { parcours } = told;
  const stories = told.places.flatMap((place) => {
    const heard = place.sound?.media?.data;
    if (heard === undefined) return [];
    const name = nameOf(place, words);
    return markup`<li><article><h2>${renderNumber(place)}<span${tagLanguage(place.name.language, ofPage)}>${name}</span></h2>${renderAudio(heard, name, words)}</article></li>`;
  });
  const rest = publicPath(parcours.slug);
  return renderDocument(rendering, {
    card: cardOf(told, rendering),
    robots: 'noindex',
    head: markup`<link rel="canonical" href="${origin}${pagePath(parcours, told.language)}">`,
    isFramed: true,
    main: markup`<div class="lead"><h1${tagLanguage(told.name.language, ofPage)}>${told.name.text}</h1><p class="soft">${summarize(told, words)}</p>
<p><a class="button" href="${rest}" target="_blank" rel="noopener">${words.open}</a></p></div>
<ol class="places">${stories}</ol>`,
    footer: null,
  });
}
