import type { StyleSpecification } from 'maplibre-gl';
import type { AppConfig } from '../../../contracts/config.ts';
import type { Language } from '../../../contracts/vocabulary.ts';
import { isOffline } from '../net/reach.ts';
import { startTimeLimit } from '../page/time-limit.ts';
import type { Theme } from '../storage/storage.ts';
import { fallbackStyle } from './basemap-style.ts';

/** How long a style may take to load before the app uses its own. */
const STYLE_TIMEOUT_MS = 30_000;

/** A style to draw. `fallback`: it is the app's own, because the configured one is unavailable. */
export interface Basemap {
  readonly style: StyleSpecification;
  readonly fallback: boolean;
}

/** Where a deployment's map comes from. */
export interface BasemapSource {
  /** Its own archive of tiles, which is preferred to the styles. */
  readonly tiles: AppConfig['mapTiles'];
  /** Addresses of MapLibre styles, by theme; empty for the app's own. */
  readonly styleUrls: Readonly<Record<Theme, string>>;
}

/** Options of `resolveBasemap`. */
export interface BasemapOptions extends BasemapSource {
  readonly theme: Theme;
  /** Of the names on the deployment's own tiles. */
  readonly language?: Language;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

interface BasemapEvent {
  readonly source?: { readonly type: string } | undefined;
  readonly tile?: { readonly state?: unknown };
}

/**
 * Returns the style of the deployment's own tiles or, without them, the configured one; the app's own if that fails.
 * Fetched here, because MapLibre's map stays blank for good after a dead address.
 *
 * @throws the signal's reason when it aborts; nothing else
 */
export async function resolveBasemap({
  tiles,
  styleUrls,
  theme,
  language = 'fr',
  signal,
  timeoutMs = STYLE_TIMEOUT_MS,
}: BasemapOptions): Promise<Basemap> {
  signal.throwIfAborted();
  const style =
    tiles !== null ? await drawTiles(tiles, theme, language) : await fetchStyle(styleUrls[theme], signal, timeoutMs);
  signal.throwIfAborted();
  return style === null ? { style: fallbackStyle(theme), fallback: true } : { style, fallback: false };
}

/**
 * Whether a MapLibre 'error' event means that the online map failed as a whole: one of its sources could not be opened,
 * or a tile failed before any was loaded (`hasTile`). The app's own layers (GeoJSON) are not part of it.
 */
export function isBasemapError(event: object, hasTile = false): boolean {
  return isFromNetwork(event) && (event.tile === undefined || !hasTile);
}

/** Whether a MapLibre 'data' event delivers a tile of the online map. */
export function isBasemapTile(event: object): boolean {
  return isFromNetwork(event) && event.tile?.state === 'loaded';
}

function isFromNetwork(event: BasemapEvent): event is BasemapEvent {
  return event.source !== undefined && event.source.type !== 'geojson';
}

async function drawTiles(
  { link, attribution }: NonNullable<BasemapSource['tiles']>,
  theme: Theme,
  language: Language,
): Promise<StyleSpecification | null> {
  try {
    // Loaded only when needed: most of it is the style.
    const [{ serveTiles }, { tilesStyle }] = await Promise.all([
      import('./tile-protocol.ts'),
      import('./tiles-style.ts'),
    ]);
    serveTiles(link);
    return tilesStyle(theme, attribution, language);
  } catch {
    return null;
  }
}

async function fetchStyle(url: string, signal: AbortSignal, timeoutMs: number): Promise<StyleSpecification | null> {
  if (url === '' || isOffline()) return null;
  const limit = startTimeLimit(signal, timeoutMs);
  try {
    const response = await fetch(url, { signal: limit.signal });
    if (!response.ok) return null;
    const style: unknown = await response.json();
    return isStyle(style) ? style : null;
  } catch {
    return null;
  } finally {
    limit.end();
  }
}

function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false;
  if (!('version' in value) || !('sources' in value) || !('layers' in value)) return false;
  return (
    value.version === 8 && typeof value.sources === 'object' && value.sources !== null && Array.isArray(value.layers)
  );
}

export { fallbackStyle };
