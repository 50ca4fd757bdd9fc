import type { StyleSpecification } from 'maplibre-gl';
import { startPatience } from '../page/patience.ts';
import type { Theme } from '../storage/storage.ts';
import { fallbackStyle } from './basemap-style.ts';

/** How long a style may take to arrive before the app goes on with its own. */
const STYLE_TIMEOUT_MS = 6_000;

/** A style to draw, and whether it is the app's own because the configured one could not be had. */
export interface Basemap {
  readonly style: StyleSpecification;
  readonly fallback: boolean;
}

/** What is asked of `resolveBasemap`. */
export interface BasemapWish {
  /** Address of a MapLibre style. An empty one asks for the app's own. */
  readonly styleUrl: string;
  /** Of the app's own style; a configured one is chosen by its address. */
  readonly theme: Theme;
  readonly signal: AbortSignal;
  /** Half a dozen seconds unless told. */
  readonly timeoutMs?: number;
}

/** The parts of MapLibre's 'error' and 'data' events that tell whether the basemap works. */
export interface BasemapEvent {
  readonly source?: { readonly type: string } | undefined;
  readonly tile?: unknown;
}

/**
 * Fetches the configured style, and returns the app's own when that can't be reached in time, is refused, is not JSON
 * or is no style. The style's tiles may still fail afterwards: see `isBasemapError`.
 *
 * Fetched here rather than by MapLibre, because a map that was given a dead address stays blank for good.
 *
 * @throws the signal's reason, when it aborts first. Nothing else.
 */
export async function resolveBasemap({
  styleUrl,
  theme,
  signal,
  timeoutMs = STYLE_TIMEOUT_MS,
}: BasemapWish): Promise<Basemap> {
  signal.throwIfAborted();
  const style = styleUrl === '' ? null : await fetchStyle(styleUrl, signal, timeoutMs);
  signal.throwIfAborted();
  return style === null ? { style: fallbackStyle(theme), fallback: true } : { style, fallback: false };
}

/**
 * Tells from a MapLibre 'error' event whether the map on the network failed as a whole: one of its sources could not be
 * opened, or a tile failed before any had come. A single lost tile of a map that works is no reason to change it, and
 * the app's own layers (GeoJSON) are not the basemap.
 *
 * @param tileCame true once `isBasemapTile` was true for some 'data' event of this style.
 */
export function isBasemapError(event: object, tileCame = false): boolean {
  return isFromNetwork(event) && (event.tile === undefined || !tileCame);
}

/** Tells from a MapLibre 'data' event whether it brings a tile of the map on the network. */
export function isBasemapTile(event: object): boolean {
  return isFromNetwork(event) && hasData(event.tile);
}

function isFromNetwork(event: BasemapEvent): event is BasemapEvent {
  return event.source !== undefined && event.source.type !== 'geojson';
}

function hasData(tile: unknown): boolean {
  return typeof tile === 'object' && tile !== null && 'state' in tile && tile.state === 'loaded';
}

async function fetchStyle(url: string, signal: AbortSignal, timeoutMs: number): Promise<StyleSpecification | null> {
  const patience = startPatience(signal, timeoutMs);
  try {
    const answer = await fetch(url, { signal: patience.signal });
    if (!answer.ok) return null;
    const style: unknown = await answer.json();
    return isStyle(style) ? style : null;
  } catch {
    return null;
  } finally {
    patience.end();
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
