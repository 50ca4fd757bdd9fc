import { FetchSource, PMTiles, type RangeResponse, type Source } from 'pmtiles';
import { OfflineModeError } from '../net/api.ts';
import { isOffline, noteMet, START_MAX_MS, within } from '../net/reach.ts';
import { startTimeLimit } from '../page/time-limit.ts';
import { noteMissingTile, reportLateMap, type StoredMap, storedMaps } from './stored-maps.ts';

/** Longest wait for a tile of an open archive; the tile is requested again once there is a network. */
const TILE_MAX_MS = 30_000;
/** How long other tiles make no request after the network did not answer: a browser has few connections at once. */
const SILENCE_MS = 10_000;

type Tile = readonly [zoom: number, x: number, y: number];

/** Archives by their source. A failed one is opened anew, because the library remembers the failure for good. */
const storedArchives = new WeakMap<StoredMap, PMTiles>();
const remoteArchives = new Map<string, PMTiles>();

type Archives<Key> = Pick<Map<Key, PMTiles>, 'get' | 'delete'> & { set(key: Key, archive: PMTiles): unknown };

/**
 * Reads a tile, decompressed: first from the stored packs, which wait for no request, then from the archive behind
 * `link`. Around a stored map a missing network is no failure; without one the app shows the map that it ships.
 *
 * @throws an Error with `status: 404` if no archive has it, so that MapLibre enlarges the one above; the signal's
 * reason; the network's error
 */
export async function readTile(link: string, tile: Tile, signal: AbortSignal): Promise<ArrayBuffer> {
  const stored = await storedMaps();
  for (const map of stored) {
    const bytes = await readFrom(storedArchives, map, () => new PMTiles(new BlobSource(map)), tile, signal).catch(
      () => null,
    );
    signal.throwIfAborted();
    if (bytes !== null) return bytes;
  }
  const ask = stored.length === 0 ? askServerPatiently : askServerBriefly;
  const bytes = await ask(link, tile, signal);
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
    remoteArchives.delete(link);
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
  const known = remoteArchives.get(link);
  // A request on a dead connection stays pending after the network is back.
  const archive = known !== undefined && !late.has(known) ? known : openRemote(link);
  remoteArchives.set(link, archive);
  const header = archive.getHeader();
  header.then(
    () => {
      if (!late.delete(archive)) return;
      remoteArchives.set(link, archive);
      reportLateMap();
    },
    () => {
      late.delete(archive);
      if (remoteArchives.get(link) === archive) remoteArchives.delete(link);
    },
  );
  return within(START_MAX_MS, header).catch((error: unknown) => {
    if (remoteArchives.get(link) === archive) {
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
  return readFrom(remoteArchives, link, () => openRemote(link), tile, signal);
}

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

class BlobSource implements Source {
  readonly #map: StoredMap;

  constructor(map: StoredMap) {
    this.#map = map;
  }

  getKey(): string {
    return this.#map.link;
  }

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    return { data: await this.#map.archive.slice(offset, offset + length).arrayBuffer() };
  }
}

/** Size of the parts that stay in memory, the most recent ones: a screen of tiles has some hundred kilobytes. */
const RECENT_BYTES_MAX = 4 * 1024 * 1024;

/** A requested part of the archive, and how many tiles wait for it. */
interface Part {
  readonly response: Promise<RangeResponse>;
  readonly request: AbortController;
  readonly bytes: number;
  waiting: number;
}

/**
 * Reads ranges of the server's archive, each once: tiles of the same content share a range, a redrawn map requests the
 * same ranges again, and Firefox and WebKit don't cache ranges.
 */
class RemoteArchive implements Source {
  readonly #source: FetchSource;
  /** By range, least recently used first. */
  readonly #parts = new Map<string, Part>();

  constructor(link: string) {
    this.#source = new FetchSource(link);
  }

  getKey(): string {
    return this.#source.getKey();
  }

  /** The request ends once nobody waits for it any longer. */
  async getBytes(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    signal?.throwIfAborted();
    const key = `${offset} ${length} ${etag ?? ''}`;
    const part = this.#parts.get(key) ?? this.#ask(key, offset, length, etag);
    this.#parts.delete(key);
    this.#parts.set(key, part);
    part.waiting += 1;
    const leave = (): void => {
      part.waiting -= 1;
      if (part.waiting > 0) return;
      this.#parts.delete(key);
      part.request.abort(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      const response = await part.response;
      // A copy, because the map transfers a tile's bytes to its worker.
      return { ...response, data: response.data.slice(0) };
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #ask(key: string, offset: number, length: number, etag: string | undefined): Part {
    const request = new AbortController();
    const response = this.#fetch(offset, length, request.signal, etag);
    const part: Part = { response, request, bytes: length, waiting: 0 };
    response.then(
      () => this.#makeRoom(),
      () => {
        if (this.#parts.get(key) === part) this.#parts.delete(key);
      },
    );
    return part;
  }

  async #fetch(offset: number, length: number, signal: AbortSignal, etag?: string): Promise<RangeResponse> {
    try {
      const response = await this.#source.getBytes(offset, length, signal, etag);
      noteMet('server');
      return response;
    } catch (error) {
      if (!signal.aborted && error instanceof TypeError) noteMet('nobody');
      throw error;
    }
  }

  #makeRoom(): void {
    let bytes = 0;
    for (const part of this.#parts.values()) bytes += part.bytes;
    for (const [key, part] of this.#parts) {
      if (bytes <= RECENT_BYTES_MAX) return;
      this.#parts.delete(key);
      bytes -= part.bytes;
    }
  }
}
