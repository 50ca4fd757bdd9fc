import * as z from 'zod/mini';
import type { Position } from '../../../contracts/geo.ts';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { startTimeLimit } from '../page/time-limit.ts';
import { OfflineModeError } from './api.ts';
import { loadConfig } from './app-config.ts';
import { parseJson } from './http.ts';
import { isOffline } from './reach.ts';

/** Maximum number of suggestions requested and shown. */
export const SUGGESTIONS_MAX = 5;
/** Longest search text: longer than any address, and Géoplateforme refuses more than 200 characters. */
export const SEARCH_TEXT_MAX = 200;
/** Timeout of a request: by then the person has typed or walked on. */
const GEOCODER_TIMEOUT_MS = 8000;
/** Longest part of a geocoder's error message shown: a sentence, not the error page of a proxy. */
const GEOCODER_REASON_MAX = 120;

/** An address that a geocoder found. */
export interface Address {
  readonly name: string;
  /** Where it is, for example street, city and country; may be empty. */
  readonly detail: string;
  /** `[lng, lat]` */
  readonly position: Position;
}

/** Why a search for addresses failed; `said` is the server's own message, or the status of its response. */
export type GeocoderFault = 'offline-mode' | 'no-answer' | 'unreadable' | { readonly said: string };

/** A search for addresses failed. */
export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
  readonly fault: GeocoderFault;

  constructor(fault: GeocoderFault, cause?: unknown) {
    super(`Got no addresses: ${typeof fault === 'string' ? fault : fault.said}`, { cause });
    this.fault = fault;
  }
}

/** Finds addresses. Both methods reject with {@link GeocoderError}, or with the signal's reason. */
export interface Geocoder {
  /** Completes `text`: at most {@link SUGGESTIONS_MAX} distinct addresses. */
  suggest(text: string, signal: AbortSignal): Promise<Address[]>;
  /** The best match for `text`, or null. */
  find(text: string, signal: AbortSignal): Promise<Address | null>;
}

/** A text that may be missing; cut at {@link TEXT_LINE_MAX}. */
const Words = z.catch(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().slice(0, TEXT_LINE_MAX)),
  ),
  '',
);

/** A GeoJSON feature of Photon (`name`, `street`, `city`) or Géoplateforme (`label`, `name`, `city`). */
const AddressFeature = z.object({
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

const FeatureCollection = z.object({ features: z.array(z.unknown()) });

/**
 * Creates a client of a geocoder that takes `q` and `limit` and returns GeoJSON features, which are not trusted.
 *
 * @param readUrl resolves with its complete URL; called for each search, so that a failure does not last.
 */
export function createGeocoder(readUrl: () => Promise<string>): Geocoder {
  async function request(text: string, limit: number, signal: AbortSignal): Promise<Address[]> {
    if (isOffline()) throw new OfflineModeError();
    const url = new URL(await readUrl());
    url.searchParams.set('q', text.slice(0, SEARCH_TEXT_MAX));
    url.searchParams.set('limit', String(limit));
    const timeout = startTimeLimit(signal, GEOCODER_TIMEOUT_MS);
    try {
      // For privacy: the geocoder learns neither who searches nor from which page.
      const options: RequestInit = { signal: timeout.signal, credentials: 'omit', referrerPolicy: 'no-referrer' };
      const response = await fetch(url, options);
      const body = await response.text();
      if (!response.ok) throw new GeocoderError({ said: readRefusal(response, body) });
      return readAddresses(body).slice(0, limit);
    } finally {
      timeout.end();
    }
  }

  async function search(text: string, limit: number, signal: AbortSignal): Promise<Address[]> {
    try {
      return await request(text, limit, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof GeocoderError) throw error;
      throw new GeocoderError(error instanceof OfflineModeError ? 'offline-mode' : 'no-answer', error);
    }
  }

  return {
    suggest: (text, signal) => search(text, SUGGESTIONS_MAX, signal),
    async find(text, signal) {
      const [first] = await search(text, 1, signal);
      return first ?? null;
    },
  };
}

/** The deployment's geocoder. */
export const geocoder: Geocoder = createGeocoder(async () => {
  const { geocoderUrl } = await loadConfig();
  return new URL(geocoderUrl, location.href).href;
});

function readRefusal({ status, statusText, headers }: Response, body: string): string {
  const isPlain = headers.get('Content-Type')?.startsWith('text/plain') === true;
  const reason = isPlain ? body.trim().slice(0, GEOCODER_REASON_MAX) : '';
  return reason || `${status} ${statusText}`.trim();
}

function readAddresses(body: string): Address[] {
  const collection = FeatureCollection.safeParse(parseJson(body));
  if (!collection.success) throw new GeocoderError('unreadable');
  const addresses = new Map<string, Address>();
  for (const feature of collection.data.features) {
    const address = readAddress(feature);
    if (address === null) continue;
    // Several features of one street have the same text and are one suggestion.
    const key = `${address.name}\n${address.detail}`;
    if (!addresses.has(key)) addresses.set(key, address);
  }
  return [...addresses.values()];
}

function readAddress(feature: unknown): Address | null {
  const parsed = AddressFeature.safeParse(feature);
  if (!parsed.success) return null;
  const { geometry, properties } = parsed.data;
  const { label, name, street, housenumber, postcode, city, country } = properties;
  const [lng, lat] = geometry.coordinates;
  // Géoplateforme's label is the whole address. Photon has only its parts, and no name for a house.
  const title = name || [housenumber, street].filter(Boolean).join(' ') || label || city;
  if (title === '') return null;
  const parts = [title.includes(street) ? '' : street, [postcode, city].filter(Boolean).join(' '), country];
  const detail = parts.filter((part) => part !== '' && part !== title).join(', ');
  return { name: title, detail, position: [lng, lat] };
}
