import { parcoursCalls } from '../../contracts/calls/parcours-calls.ts';
import { placeListCalls } from '../../contracts/calls/place-list-calls.ts';
import type { Pack, PackFile } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { withQuery } from '../places/place-list-cache.ts';
import { ApiError, addCalls, type CallOptions, call, callIfChanged, NetworkError } from '../platform/net/api.ts';
import { fetchConfig } from '../platform/net/app-config.ts';
import { isFull, StorageDeniedError } from '../platform/packs/cache-storage.ts';
import { FileFetchError, fetchFile } from '../platform/packs/pack-files.ts';
import { storePackFile } from '../platform/packs/stored-packs.ts';
import { startTimeLimit } from '../platform/page/time-limit.ts';
import { storage } from '../platform/storage/storage.ts';
import { wordsWithQuery } from '../tellings/words.ts';
import type { TryEnd } from './pack-tries.ts';

addCalls(parcoursCalls);
addCalls(placeListCalls);

/** Longest wait for an answer: a manifest has 300 KB, on a connection of 50 kbit/s. */
const TIMEOUT_MS = 60_000;
/** Files fetched at a time: many are small, and a connection with a long delay would idle between them. */
const LANES = 4;
/** After this many expired links in a row the others are not tried. */
const ENDED_MAX = 3;

/**
 * Asks the server for a parcours' manifest; returns `known` if its version is still the server's, and `former` if it
 * refuses and no longer lists the parcours.
 *
 * @throws as `call` does; a TimeoutError after a minute; the signal's reason.
 */
export async function readManifest(
  parcoursId: ParcoursId,
  known: Pack | null,
  signal: AbortSignal,
): Promise<Pack | 'former'> {
  const parts = { params: { mapId: parcoursId }, query: { links: 'apart' } } as const;
  try {
    return await askPatiently(signal, async (options) => {
      if (known === null) return withLinks(await call('readPack', parts, options));
      const changed = await callIfChanged('readPack', parts, known.version, options);
      return changed === null ? known : withLinks(changed);
    });
  } catch (error) {
    // Proxies and older servers refuse in the same way as after the end of a membership: the list decides.
    const mayBeFormer = error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found');
    if (mayBeFormer && (await findFormer([parcoursId], signal)).length > 0) return 'former';
    throw error;
  }
}

/** Completes the links. A server of an earlier version sends whole links. */
function withLinks({ linkQuery = '', ...pack }: Pack): Pack {
  return {
    ...pack,
    places: pack.places.map((place) => withQuery(place, linkQuery)),
    ...(pack.words === undefined ? {} : { words: wordsWithQuery(pack.words, linkQuery) }),
    files: pack.files.map((file) => (hasQuery(file) ? { ...file, link: file.link + linkQuery } : file)),
  };
}

/** Sounds and pictures of places do; the parcours' image is everybody's, and the map's link has a query of its own. */
function hasQuery({ kind, link }: PackFile): boolean {
  return kind === 'audio' || kind === 'waveform' || (kind === 'picture' && link.startsWith('/v1/media/'));
}

/** Returns which of these parcours the server no longer lists; none if no list of it arrives. Never rejects. */
export async function findFormer(parcoursIds: readonly ParcoursId[], signal: AbortSignal): Promise<ParcoursId[]> {
  try {
    const list = await askPatiently(signal, (options) => call('listParcours', { query: {} }, options));
    const listed = new Set(list.map(({ id }) => id));
    return parcoursIds.filter((parcoursId) => !listed.has(parcoursId));
  } catch {
    return [];
  }
}

async function askPatiently<T>(signal: AbortSignal, ask: (options: CallOptions) => Promise<T>): Promise<T> {
  const limit = startTimeLimit(signal, TIMEOUT_MS);
  try {
    return await ask({ signal: limit.signal });
  } finally {
    limit.end();
  }
}

/**
 * Fetches and stores files, in their order. If the server can't send one, the others are still fetched.
 *
 * @param onProgress called with the received bytes of files that are not whole yet
 * @throws the signal's reason if aborted.
 */
export async function fetchMissing(
  missing: readonly PackFile[],
  signal: AbortSignal,
  onProgress: (looseBytes: number) => void,
): Promise<TryEnd> {
  const queue = [...missing];
  const loose = new Map<PackFile, number>();
  let end: TryEnd = { fault: null, retryAfterMs: null, stored: 0 };
  let [isOver, endedInRow] = [false, 0];

  // A lane may be storing a file when the download is stopped.
  const report = (): void => {
    if (!signal.aborted) onProgress([...loose.values()].reduce((sum, bytes) => sum + bytes, 0));
  };

  function noteFailure(error: unknown): void {
    const { fault, retryAfterMs } = explainFailure(error);
    endedInRow = fault === 'ended' ? endedInRow + 1 : 0;
    isOver ||= (fault !== 'ended' && fault !== 'server') || endedInRow >= ENDED_MAX;
    // A fault that ends the try counts; of the others the last one.
    if (end.fault === null || end.fault === 'ended' || end.fault === 'server') end = { ...end, fault, retryAfterMs };
  }

  async function runLane(): Promise<void> {
    for (;;) {
      const file = isOver ? undefined : queue.shift();
      if (file === undefined) return;
      try {
        const content = await fetchFile(file, signal, (bytes) => {
          loose.set(file, bytes);
          report();
        });
        await storePackFile(file, content);
        endedInRow = 0;
        end = { ...end, stored: end.stored + 1 };
      } catch (error) {
        signal.throwIfAborted();
        noteFailure(error);
      }
      loose.delete(file);
      report();
    }
  }

  // All lanes have settled, because anything stored after an abort would belong to no download.
  await Promise.allSettled(Array.from({ length: LANES }, runLane));
  signal.throwIfAborted();
  return end;
}

/**
 * Stores the configuration that a walk needs to draw the pack's map: no screen may have loaded it since the server got
 * a map.
 *
 * @throws as `call` does.
 */
export async function storeConfig({ files }: Pack, signal: AbortSignal): Promise<void> {
  const stored = storage.read('appConfig');
  const hasMap = files.some(({ kind }) => kind === 'map');
  if (stored === null || (hasMap && stored.mapTiles === null)) await fetchConfig({ signal });
}

/** Classifies a failure of the network, the server or the storage for a try. */
export function explainFailure(error: unknown): Pick<TryEnd, 'fault' | 'retryAfterMs'> {
  if (error instanceof FileFetchError) return { fault: error.fault, retryAfterMs: error.retryAfterMs };
  if (error instanceof ApiError) {
    const retryAfterMs = error.retryAfterS === null ? null : error.retryAfterS * 1000;
    return { fault: [408, 429, 503].includes(error.status) ? 'busy' : 'server', retryAfterMs };
  }
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout || error instanceof NetworkError) return { fault: 'network', retryAfterMs: null };
  if (isFull(error)) return { fault: 'full', retryAfterMs: null };
  if (error instanceof StorageDeniedError) return { fault: 'unsupported', retryAfterMs: null };
  // The storage failed temporarily: an interrupted write, a page in the back/forward cache.
  return { fault: 'server', retryAfterMs: null };
}
