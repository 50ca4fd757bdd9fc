import { PMTiles, type Source } from 'pmtiles';
import { OfflineModeError } from '../net/api.ts';
import { isOffline } from '../net/offline-mode.ts';
import { noteMet, START_MAX_MS, within } from '../net/reach.ts';
import { startTimeLimit } from '../page/time-limit.ts';
import { type KeptMap, keptMaps, noteMissingTile, reportLateMap } from './kept-maps.ts';
import { RemoteArchive } from './remote-archive.ts';

/** Longest wait for a tile of an open archive; the tile is requested again once there is a network. */
const TILE_MAX_MS = 30_000;
/** How long other tiles make no request after the network did not answer: a browser has few connections at once. */
const SILENCE_MS = 10_000;

type Tile = readonly [zoom: number, x: number, y: number];

/** Archives by their source. A failed one is opened anew, because the library remembers the failure for good. */
const kepts = new WeakMap<KeptMap, PMTiles>();
const remotes = new Map<string, PMTiles>();

interface Archives<Key> {
  get(key: Key): PMTiles | undefined;
  set(key: Key, archive: PMTiles): unknown;
  delete(key: Key): boolean;
}

/**
 * Reads a tile, decompressed: first from the stored packs, whose tiles wait for no request, then from the archive
 * behind `link`.
 *
 * Around a stored map, a missing network is no failure: the tile counts as one that no archive has. If no map is stored
 * it is a failure, and the app shows the map that it ships.
 *
 * @param tile zoom, x and y
 * @throws an Error with `status: 404` if no archive has the tile, so that MapLibre enlarges the one above; the signal's
 *   reason; the network's error
 */
export async function readTile(link: string, tile: Tile, signal: AbortSignal): Promise<ArrayBuffer> {
  const kept = await keptMaps();
  for (const map of kept) {
    const bytes = await readFrom(kepts, map, () => new PMTiles(new BlobSource(map)), tile, signal).catch(() => null);
    signal.throwIfAborted();
    if (bytes !== null) return bytes;
  }
  const bytes =
    kept.length === 0 ? await askServerPatiently(link, tile, signal) : await askServerBriefly(link, tile, signal);
  if (bytes === null) throw Object.assign(new Error(`There is no tile ${tile.join('/')}`), { status: 404 });
  return bytes;
}

let silentUntilMs = 0;

/** Reads a tile of the archive behind `link`; null if it has none there, or the network does not bring it soon. */
async function askServerBriefly(link: string, tile: Tile, signal: AbortSignal): Promise<ArrayBuffer | null> {
  if (performance.now() < silentUntilMs) {
    noteMissingTile();
    return null;
  }
  // A short timeout, because the stored map is drawn meanwhile.
  const limit = startTimeLimit(signal, START_MAX_MS);
  try {
    return await askServer(link, tile, limit.signal);
  } catch {
    signal.throwIfAborted();
    remotes.delete(link);
    noteMissingTile();
    if (limit.signal.aborted) {
      silentUntilMs = performance.now() + SILENCE_MS;
      noteMet('nobody');
    }
    return null;
  } finally {
    limit.end();
  }
}

/**
 * Reads a tile of the archive behind `link` if no map is stored. An archive that has not answered within 3 s fails, so
 * that the app draws the map that it ships; a late answer is reported.
 */
async function askServerPatiently(link: string, tile: Tile, signal: AbortSignal): Promise<ArrayBuffer | null> {
  if (isOffline()) throw new OfflineModeError();
  const limit = startTimeLimit(signal, TILE_MAX_MS);
  try {
    await orAborted(opened(link), signal);
    return await askServer(link, tile, limit.signal);
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted) noteMissingTile();
    throw error;
  } finally {
    limit.end();
  }
}

/** Archives that have not answered in time. */
const late = new Set<PMTiles>();

/** Resolves once the archive has answered, within 3 s: one request for all tiles that wait for it. */
function opened(link: string): Promise<unknown> {
  const known = remotes.get(link);
  // A request on a dead connection stays pending after the network is back.
  const archive = known !== undefined && !late.has(known) ? known : openRemote(link);
  remotes.set(link, archive);
  const header = archive.getHeader();
  header.then(
    () => {
      if (!late.delete(archive)) return;
      remotes.set(link, archive);
      reportLateMap();
    },
    () => {
      late.delete(archive);
      if (remotes.get(link) === archive) remotes.delete(link);
    },
  );
  return within(START_MAX_MS, header).catch((error: unknown) => {
    if (remotes.get(link) === archive) {
      late.add(archive);
      noteMet('nobody');
    }
    throw error;
  });
}

function openRemote(link: string): PMTiles {
  return new PMTiles(new RemoteArchive(link));
}

/** Reads a tile of the server's archive: the only requests that a tiled map makes. */
async function askServer(link: string, tile: Tile, signal: AbortSignal): Promise<ArrayBuffer | null> {
  if (isOffline()) throw new OfflineModeError();
  return readFrom(remotes, link, () => openRemote(link), tile, signal);
}

/** Reads a tile of one archive; null if it has none there. */
async function readFrom<Key>(
  archives: Archives<Key>,
  key: Key,
  open: () => PMTiles,
  [z, x, y]: Tile,
  signal: AbortSignal,
): Promise<ArrayBuffer | null> {
  const archive = archives.get(key) ?? open();
  archives.set(key, archive);
  try {
    // The tiles share the request for the archive's header, which therefore ignores their signals.
    const tile = await orAborted(archive.getZxy(z, x, y, signal), signal);
    return tile?.data ?? null;
  } catch (error) {
    if (!signal.aborted && archives.get(key) === archive) archives.delete(key);
    throw error;
  }
}

/** Settles like `work`, or rejects with the signal's reason once it aborts. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Reads only the requested parts of a stored archive. */
class BlobSource implements Source {
  readonly #map: KeptMap;

  constructor(map: KeptMap) {
    this.#map = map;
  }

  getKey(): string {
    return this.#map.link;
  }

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    return { data: await this.#map.archive.slice(offset, offset + length).arrayBuffer() };
  }
}
