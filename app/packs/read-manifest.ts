import { parcoursCalls } from '../../contracts/calls/parcours.ts';
import { placeListCalls } from '../../contracts/calls/place-lists.ts';
import type { Pack, PackFile } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { withQuery } from '../places/place-list-cache.ts';
import { ApiError, addCalls, type CallOptions, call, callIfChanged, NetworkError } from '../platform/net/api.ts';
import { startTimeLimit } from '../platform/page/time-limit.ts';
import type { TryEnd } from './pack-tries.ts';

addCalls(parcoursCalls);
addCalls(placeListCalls);

/** Longest wait for an answer: a manifest has 300 KB, on a connection of 50 kbit/s. */
const TIMEOUT_MS = 60_000;

/**
 * Asks the server for a parcours' manifest.
 *
 * @param known returned if its version is still the server's. Null always requests fresh links.
 * @throws {ApiError | NetworkError} as `call` does; a TimeoutError after a minute; the signal's reason if aborted.
 */
export async function readManifest(mapId: ParcoursId, known: Pack | null, signal: AbortSignal): Promise<Pack> {
  const parts = { params: { mapId }, query: { links: 'apart' } } as const;
  return askPatiently(signal, async (options) => {
    if (known === null) return withLinks(await call('readPack', parts, options));
    const changed = await callIfChanged('readPack', parts, known.version, options);
    return changed === null ? known : withLinks(changed);
  });
}

/** Completes the links. A server of an earlier version sends whole links. */
function withLinks({ linkQuery = '', ...pack }: Pack): Pack {
  return {
    ...pack,
    places: pack.places.map((place) => withQuery(place, linkQuery)),
    files: pack.files.map((file) => (hasQuery(file) ? { ...file, link: file.link + linkQuery } : file)),
  };
}

function hasQuery({ kind }: PackFile): boolean {
  return kind === 'audio' || kind === 'waveform';
}

/**
 * Asks the server which of these parcours the person has no longer a part in, or nobody has.
 *
 * @returns none if no list of the server arrives. Never rejects.
 */
export async function findFormer(mapIds: readonly ParcoursId[], signal: AbortSignal): Promise<ParcoursId[]> {
  try {
    const list = await askPatiently(signal, (options) => call('listParcours', { query: {} }, options));
    const listed = new Set(list.map(({ id }) => id));
    return mapIds.filter((mapId) => !listed.has(mapId));
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
 * True if a manifest was refused as after the end of a membership. Proxies and older servers refuse in the same way:
 * {@link findFormer} decides.
 */
export function isRefusedLikeFormer(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found');
}

/** Classifies a failed request for the manifest for a try; null if the failure is of another kind. */
export function explainRefusal(error: unknown): Pick<TryEnd, 'fault' | 'retryAfterMs'> | null {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout || error instanceof NetworkError) return { fault: 'network', retryAfterMs: null };
  if (!(error instanceof ApiError)) return null;
  const retryAfterMs = error.retryAfterS === null ? null : error.retryAfterS * 1000;
  return { fault: [408, 429, 503].includes(error.status) ? 'busy' : 'server', retryAfterMs };
}
