import type { Pack } from '../../../contracts/pack.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { ApiError, call, callIfChanged, NetworkError } from '../../platform/net/api.ts';
import { startPatience } from '../../platform/page/patience.ts';
import type { TryEnd } from './pack-tries.ts';

/** Longest wait for a manifest: 300 KB on a line of 50 kbit/s. */
const TIMEOUT_MS = 60_000;

/**
 * Asks the server for a parcours' manifest.
 *
 * @param known returned if its version is the server's. Null asks for fresh links in any case.
 * @throws {ApiError | NetworkError} as `call` does; a TimeoutError after a minute; the signal's reason if aborted.
 */
export async function readManifest(mapId: ParcoursId, known: Pack | null, signal: AbortSignal): Promise<Pack> {
  const parts = { params: { mapId } };
  const patience = startPatience(signal, TIMEOUT_MS);
  try {
    if (known === null) return await call('readPack', parts, { signal: patience.signal });
    return (await callIfChanged('readPack', parts, known.version, { signal: patience.signal })) ?? known;
  } finally {
    patience.end();
  }
}

/** True if the person has no part in the parcours any more, or nobody has. */
export function isMembershipOver(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found');
}

/** What a failed request for the manifest means for a try; null if the failure is of another kind. */
export function explainRefusal(error: unknown): Pick<TryEnd, 'fault' | 'retryAfterMs'> | null {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout || error instanceof NetworkError) return { fault: 'network', retryAfterMs: null };
  if (!(error instanceof ApiError)) return null;
  const retryAfterMs = error.retryAfterS === null ? null : error.retryAfterS * 1000;
  return { fault: [408, 429, 503].includes(error.status) ? 'busy' : 'server', retryAfterMs };
}
