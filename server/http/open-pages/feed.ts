import type { Position } from '../../../contracts/geo.ts';
import { linkPath } from '../../../contracts/link.ts';
import { feedPath, publicPath } from '../../../contracts/open-parcours.ts';
import type { MediaLink } from '../../../contracts/place.ts';
import { nameLicence } from '../../domain/open/licences.ts';
import type { OpenPlace } from '../../domain/open/open-parcours.ts';
import type { ToldParcours, ToldPlace } from '../../domain/open/told-parcours.ts';
import { type Markup, markup, trusted } from '../html.ts';
import { type Rendering, wordsOf } from './document.ts';
import { cardPath, nameOf, pagePath } from './parcours-page.ts';
import { renderProse } from './prose.ts';

/** Version of the format of JSON chapters (https://github.com/Podcastindex-org/podcast-namespace). */
const CHAPTERS_VERSION = '1.2.0';
/** Decimal places of positions: about a metre. */
const DEGREE_DIGITS = 5;

/** The path of what is said in a place's story, in WebVTT. */
export function transcriptPath({ parcours, language }: ToldParcours, { id }: OpenPlace): string {
  return `${publicPath(parcours.slug)}/${id}/transcript.vtt?lang=${language}`;
}

/** The path of a story's chapters. */
export function chaptersPath({ parcours, language }: ToldParcours, { id }: OpenPlace): string {
  return `${publicPath(parcours.slug)}/${id}/chapters.json?lang=${language}`;
}

/** Renders the stories of a parcours as a feed for podcast apps: RSS 2.0 with the namespaces of iTunes and Podcasting 2.0. */
export function renderFeed(told: ToldParcours, rendering: Rendering): string {
  const { parcours, language, name, description, places } = told;
  const { origin } = rendering;
  const words = wordsOf(rendering);
  const { authors, licence } = parcours.about.facts;
  const page = `${origin}${pagePath(parcours, language)}`;
  const picture = `${origin}${cardPath(parcours, rendering, 'cover')}`;
  const self = `${origin}${feedPath(parcours.slug)}${language === parcours.about.language ? '' : `?lang=${language}`}`;
  const author = authors || words.app;
  return markup`${trusted('<?xml version="1.0" encoding="UTF-8"?>')}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel>
<title>${name.text}</title>
<link>${page}</link>
<description>${description.text || name.text}</description>
<language>${language}</language>
${licence === undefined ? null : markup`<copyright>${[authors, nameLicence(licence, words)].filter(Boolean).join(', ')}</copyright>`}
<generator>Drop ici</generator>
<image><url>${picture}</url><title>${name.text}</title><link>${page}</link></image>
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
<itunes:author>${author}</itunes:author>
<itunes:image href="${picture}"/>
<itunes:category text="Society &amp; Culture"><itunes:category text="Places &amp; Travel"/></itunes:category>
<itunes:explicit>false</itunes:explicit>
<itunes:type>serial</itunes:type>
<podcast:medium>podcast</podcast:medium>
${places.map((place, index) => renderItem(told, place, rendering, { picture, minute: index + 1 }))}</channel>
</rss>
`.text;
}

/** Renders a story's chapters in JSON: its place, as a waypoint. */
export function renderChapters(told: ToldParcours, place: ToldPlace, rendering: Rendering): string {
  const title = nameOf(place, wordsOf(rendering));
  const image = pictureOf(place, rendering.origin);
  return JSON.stringify({
    version: CHAPTERS_VERSION,
    title,
    podcastName: told.name.text,
    waypoints: true,
    chapters: [
      {
        startTime: 0,
        title,
        url: addressOf(told, place, rendering),
        ...(image === null ? {} : { img: image }),
        location: { name: title, geo: geoOf(place.place.position) },
      },
    ],
  });
}

/** @param picture address of the picture of places that have none. @param minute of its day at which it appears */
function renderItem(
  told: ToldParcours,
  one: ToldPlace,
  rendering: Rendering,
  { picture, minute }: { readonly picture: string; readonly minute: number },
): Markup | null {
  const { sound, text, transcript, place } = one;
  const heard = sound?.media?.data;
  const enclosure = heard === undefined ? null : enclosureOf(heard, told);
  if (heard === undefined || enclosure === null) return null;
  const { origin } = rendering;
  const name = nameOf(one, wordsOf(rendering));
  // Podcast apps read it as HTML.
  const description = text === null ? markup`${told.name.text}` : renderProse(text.text);
  const said =
    transcript === null
      ? null
      : markup`<podcast:transcript url="${origin}${transcriptPath(told, place)}" type="text/vtt" language="${transcript.language}" rel="captions"/>`;
  return markup`<item>
<title>${name}</title>
<link>${addressOf(told, one, rendering)}</link>
<guid isPermaLink="false">drop-ici-place-${place.id}</guid>
<pubDate>${dateOf(place, minute)}</pubDate>
<description>${description.text}</description>
<enclosure url="${origin}${enclosure.link}" length="${enclosure.bytes}" type="${enclosure.type}"/>
${heard.length === null ? null : markup`<itunes:duration>${Math.max(1, Math.round(heard.length))}</itunes:duration>`}
${place.number === null ? null : markup`<itunes:episode>${place.number}</itunes:episode>`}
<itunes:image href="${pictureOf(one, origin) ?? picture}"/>
<podcast:location geo="${geoOf(place.position)}" rel="subject">${name}</podcast:location>
<podcast:chapters url="${origin}${chaptersPath(told, place)}" type="application/json+chapters"/>
${said}</item>
`;
}

/** Null while the file's size is unknown: apps need it. */
function enclosureOf(
  { link, rendition }: MediaLink,
  { parcours }: ToldParcours,
): { readonly link: string; readonly bytes: number; readonly type: string } | null {
  // The type without its codecs: apps compare it with a list.
  if (rendition !== null) return { link: rendition.link, bytes: rendition.bytes, type: 'audio/x-m4a' };
  const bytes = parcours.audioBytes.get(linkPath(link));
  return bytes === undefined ? null : { link, bytes, type: 'audio/wav' };
}

function addressOf({ parcours, language }: ToldParcours, { place }: ToldPlace, { origin }: Rendering): string {
  return `${origin}${pagePath(parcours, language)}#place-${place.id}`;
}

function geoOf([lng, lat]: Position): string {
  return `geo:${Number(lat.toFixed(DEGREE_DIGITS))},${Number(lng.toFixed(DEGREE_DIGITS))}`;
}

function pictureOf({ pictures }: ToldPlace, origin: string): string | null {
  const link = pictures[0]?.files.find(({ type }) => type === 'image/jpeg')?.link;
  return link === undefined ? null : `${origin}${link}`;
}

/** The day on which a place was made, and a minute of it, so that apps that sort by date have the parcours' order. */
function dateOf({ createdAt }: OpenPlace, minute: number): string {
  const day = new Date(createdAt);
  day.setUTCHours(0, minute, 0, 0);
  return day.toUTCString();
}
