import { publicPath } from '../../../contracts/open-parcours.ts';
import { plainText } from '../../../contracts/plain-text.ts';
import { parseWebVtt } from '../../../contracts/web-vtt.ts';
import { licenceUrl } from '../../domain/open/licences.ts';
import type { ToldParcours, ToldPlace } from '../../domain/open/told-parcours.ts';
import type { Rendering } from './document.ts';

/** Longest transcript and text of a place in the description for machines, which the page has in full. */
const TEXT_MAX = 2000;

/**
 * Describes a parcours for machines, as a TouristTrip of schema.org whose itinerary is its places, in JSON-LD. Safe inside
 * a script element: it has no `<`.
 */
export function describeTrip(told: ToldParcours, { origin }: Rendering): string {
  const { parcours, language, name, description, places } = told;
  const { authors, licence } = parcours.about.facts;
  const url = `${origin}${publicPath(parcours.slug)}`;
  const license = licence === undefined ? null : licenceUrl(licence);
  const rights = { ...(license === null ? {} : { license }), ...(authors ? { creditText: authors } : {}) };
  const trip = {
    '@context': 'https://schema.org',
    '@type': 'TouristTrip',
    '@id': `${url}#trip`,
    name: name.text,
    ...(description.text === '' ? {} : { description: description.text }),
    url,
    ...(parcours.imagePath === null ? {} : { image: wholeUrl(parcours.imagePath, origin) }),
    subjectOf: { '@type': 'WebPage', url, inLanguage: language, ...rights },
    itinerary: {
      '@type': 'ItemList',
      numberOfItems: places.length,
      itemListOrder: 'https://schema.org/ItemListOrderAscending',
      itemListElement: places.map((place, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: describePlace(place, url, origin, rights),
      })),
    },
  };
  return JSON.stringify(trip)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function describePlace(told: ToldPlace, page: string, origin: string, rights: object): object {
  const { place, name, text, sound, transcript, pictures } = told;
  const [longitude, latitude] = place.position;
  const heard = sound?.media?.data;
  const spoken =
    transcript === null
      ? ''
      : parseWebVtt(transcript.vtt)
          .cues.map((cue) => cue.text)
          .join(' ');
  const images = pictures.flatMap(({ files }) => files.find(({ type }) => type === 'image/jpeg')?.link ?? []);
  return {
    '@type': ['Place', 'TouristAttraction'],
    '@id': `${page}#place-${place.id}`,
    ...(name.text === '' ? {} : { name: name.text }),
    ...(text === null ? {} : { description: plainText(text.text).slice(0, TEXT_MAX) }),
    geo: { '@type': 'GeoCoordinates', latitude, longitude },
    ...(images.length === 0 ? {} : { image: images.map((path) => `${origin}${path}`) }),
    ...(heard === undefined || sound === null
      ? {}
      : {
          subjectOf: {
            '@type': 'AudioObject',
            ...(name.text === '' ? {} : { name: name.text }),
            contentUrl: `${origin}${(heard.rendition ?? heard).link}`,
            encodingFormat: heard.rendition === null ? 'audio/wav' : 'audio/mp4',
            ...(heard.length === null ? {} : { duration: `PT${Math.max(1, Math.round(heard.length))}S` }),
            inLanguage: sound.language,
            ...(spoken === '' ? {} : { transcript: spoken.slice(0, TEXT_MAX) }),
            ...rights,
          },
        }),
  };
}

/** The address of an image, which may be on another site. */
export function wholeUrl(path: string, origin: string): string {
  return path.startsWith('/') ? `${origin}${path}` : path;
}
