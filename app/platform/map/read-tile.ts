import { PMTiles, type Source } from 'pmtiles';
import { OfflineModeError } from '../net/api.ts';
import { isOffline } from '../net/offline-mode.ts';
import { noteMet, START_MAX_MS, within } from '../net/reach.ts';
import { startPatience } from '../page/patience.ts';
import { type KeptMap, keptMaps, noteMissingTile, reportLateMap } from './kept-maps.ts';
import { RemoteArchive } from './remote-archive.ts';

/** A tile that has not come after so long on an open archive comes no more: it is asked for again once there is a network. */
const TILE_MAX_MS = 30_000;
/** How long no other tile asks a network that did not answer: a browser has few connections at once. */
const SILENCE_MS = 10_000;

type Tile = readonly [zoom: number, x: number, y: number];

/** Archives by what they are read from. One that failed is opened anew: the library would remember the failure for good. */
const kepts = new WeakMap<KeptMap, PMTiles>();
const remotes = new Map<string, PMTiles>();

interface Archives<Key> {
  get(key: Key): PMTiles | undefined;
  set(key: Key, archive: PMTiles): unknown;
  delete(key: Key): boolean;
}

/**
 * Reads a tile, decompressed, from the kept packs first, whose tiles wait for no request, and from the archive behind `link`
 * then.
 *
 * Around a kept map, a missing network is no failure: the tile counts as one that no archive has. Where no map is kept it is a
 * failure, and the app shows the map it ships.
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

/** A tile of the archive behind `link`; null if it has none there, or the network does not bring it soon. */
async function askServerBriefly(link: string, tile: Tile, signal: AbortSignal): Promise<ArrayBuffer | null> {
  if (performance.now() < silentUntilMs) {
    noteMissingTile();
    return null;
  }
  // What is kept is drawn meanwhile.
  const patience = startPatience(signal, START_MAX_MS);
  try {
    return await askServer(link, tile, patience.signal);
  } catch {
    signal.throwIfAborted();
    remotes.delete(link);
    noteMissingTile();
    if (patience.signal.aborted) {
      silentUntilMs = performance.now() + SILENCE_MS;
      noteMet('nobody');
    }
    return null;
  } finally {
    patience.end();
  }
}

/**
 * A tile of the archive behind `link`, where no map is kept: an archive that has not answered within 3 s fails, so that the app
 * draws the map it ships, and is reported when it does.
 */
async function askServerPatiently(link: string, tile: Tile, signal: AbortSignal): Promise<ArrayBuffer | null> {
  if (isOffline()) throw new OfflineModeError();
  const patience = startPatience(signal, TILE_MAX_MS);
  try {
    await orAborted(opened(link), signal);
    return await askServer(link, tile, patience.signal);
  } catch (error) {
    if (patience.signal.aborted && !signal.aborted) noteMissingTile();
    throw error;
  } finally {
    patience.end();
  }
}

/** Archives that have not answered in time. */
const late = new Set<PMTiles>();

/** Resolves once the archive has answered, within 3 s: one request, however many tiles wait for it. */
function opened(link: string): Promise<unknown> {
  const known = remotes.get(link);
  // A request that has met a dead line stays pending after the line is back.
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

/** A tile of the server's archive: the only requests that a map of tiles makes. */
async function askServer(link: string, tile: Tile, signal: AbortSignal): Promise<ArrayBuffer | null> {
  if (isOffline()) throw new OfflineModeError();
  return readFrom(remotes, link, () => openRemote(link), tile, signal);
}

/** A tile of one archive; null if it has none there. */
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
    // Tiles share the request for the archive's header, which therefore heeds no signal.
    const tile = await orAborted(archive.getZxy(z, x, y, signal), signal);
    return tile?.data ?? null;
  } catch (error) {
    if (!signal.aborted && archives.get(key) === archive) archives.delete(key);
    throw error;
  }
}

/** Settles as `work` does, or rejects with the signal's reason once that aborts. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Reads of a kept archive only the parts that are asked for. */
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
