import * as z from 'zod/mini';
import type { Position } from '../../../contracts/geo.ts';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { strings } from '../../words/strings.ts';
import { startPatience } from '../page/patience.ts';
import { loadConfig } from './config.ts';

/** Most suggestions shown, and asked for. */
export const SUGGESTIONS_MAX = 5;
/** Longest text searched for: geocoders refuse more (Géoplateforme at 200), and no address has it. */
export const SEARCH_TEXT_MAX = 200;
/** Longest wait for a geocoder: later the walker has typed on, or gone on. */
const GEOCODER_TIMEOUT_MS = 8000;
/** Words of a failing geocoder that are shown: a sentence, not the error page of a proxy. */
const GEOCODER_WORDS_MAX = 120;

/** What a geocoder found. */
export interface Address {
  readonly name: string;
  /** Where that is, in words; empty where the geocoder does not tell. */
  readonly detail: string;
  /** `[lng, lat]` */
  readonly position: Position;
}

/** Finds addresses. Both reject with an Error in the specification's words, or with the signal's reason. */
export interface Geocoder {
  /** What `text` may be the beginning of: {@link SUGGESTIONS_MAX} at the most, none twice. */
  suggest(text: string, signal: AbortSignal): Promise<Address[]>;
  /** What `text` most likely means; null when nothing is known by it. */
  find(text: string, signal: AbortSignal): Promise<Address | null>;
}

/** A text that may be missing, and is cut where somebody sends a novel. */
const Words = z.catch(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().slice(0, TEXT_LINE_MAX)),
  ),
  '',
);

/** A GeoJSON feature as Photon (`name`, `street`, `city`) and Géoplateforme (`label`, `name`, `city`) answer it. */
const Found = z.object({
  geometry: z.object({
    type: z.literal('Point'),
    coordinates: z.tuple(
      [z.number().check(z.minimum(-180), z.maximum(180)), z.number().check(z.minimum(-90), z.maximum(90))],
      z.number(),
    ),
  }),
  properties: z.object({
    label: Words,
    name: Words,
    street: Words,
    housenumber: Words,
    postcode: Words,
    city: Words,
    country: Words,
  }),
});

const Answer = z.object({ features: z.array(z.unknown()) });

/**
 * A geocoder that returns GeoJSON features to `q` and `limit`. Its answers are believed in nothing: features that are
 * none are passed over, and texts are cut.
 *
 * @param readUrl tells its whole address; asked again for each search, so that a failure does not last.
 */
export function createGeocoder(readUrl: () => Promise<string>): Geocoder {
  async function ask(text: string, limit: number, signal: AbortSignal): Promise<Address[]> {
    const url = new URL(await readUrl());
    url.searchParams.set('q', text.slice(0, SEARCH_TEXT_MAX));
    url.searchParams.set('limit', String(limit));
    const patience = startPatience(signal, GEOCODER_TIMEOUT_MS);
    try {
      // Whoever is asked needs neither who asks nor from where.
      const options: RequestInit = { signal: patience.signal, credentials: 'omit', referrerPolicy: 'no-referrer' };
      const answer = await fetch(url, options);
      const body = await answer.text();
      if (!answer.ok) throw new GeocoderRefusal(answer, body);
      return readAddresses(body).slice(0, limit);
    } finally {
      patience.end();
    }
  }

  async function askInWords(
    text: string,
    limit: number,
    signal: AbortSignal,
    tell: (words: string) => string,
  ): Promise<Address[]> {
    try {
      return await ask(text, limit, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const own = error instanceof GeocoderRefusal || error instanceof UnreadableAnswer;
      throw new Error(tell(own ? error.message : strings.search.noAnswer), { cause: error });
    }
  }

  return {
    suggest: (text, signal) => askInWords(text, SUGGESTIONS_MAX, signal, strings.search.autocompleteFailed),
    async find(text, signal) {
      const [first] = await askInWords(text, 1, signal, strings.search.geocodingFailed);
      return first ?? null;
    },
  };
}

/** The deployment's geocoder. */
export const geocoder: Geocoder = createGeocoder(async () => {
  const { geocoderUrl } = await loadConfig();
  return new URL(geocoderUrl, location.href).href;
});

class GeocoderRefusal extends Error {
  constructor({ status, statusText, headers }: Response, body: string) {
    const isPlain = headers.get('Content-Type')?.startsWith('text/plain') === true;
    const words = isPlain ? body.trim().slice(0, GEOCODER_WORDS_MAX) : '';
    super(words || `${status} ${statusText}`.trim());
  }
}

class UnreadableAnswer extends Error {}

function readAddresses(body: string): Address[] {
  const answer = Answer.safeParse(parseJson(body));
  if (!answer.success) throw new UnreadableAnswer(strings.search.unreadable);
  const addresses = new Map<string, Address>();
  for (const feature of answer.data.features) {
    const address = readAddress(feature);
    if (address === null) continue;
    // A street that several parts of a map name is one suggestion to whoever reads it.
    const key = `${address.name}\n${address.detail}`;
    if (!addresses.has(key)) addresses.set(key, address);
  }
  return [...addresses.values()];
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function readAddress(feature: unknown): Address | null {
  const found = Found.safeParse(feature);
  if (!found.success) return null;
  const { geometry, properties } = found.data;
  const { label, name, street, housenumber, postcode, city, country } = properties;
  const [lng, lat] = geometry.coordinates;
  // Géoplateforme's label is the whole address; Photon gives its parts, and a house has no name there.
  const title = name || [housenumber, street].filter(Boolean).join(' ') || label || city;
  if (title === '') return null;
  const parts = [title.includes(street) ? '' : street, [postcode, city].filter(Boolean).join(' '), country];
  const detail = parts.filter((part) => part !== '' && part !== title).join(', ');
  return { name: title, detail, position: [lng, lat] };
}
