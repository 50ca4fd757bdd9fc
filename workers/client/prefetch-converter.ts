import { ENGINE, ENGINE_SCRIPT_URL, prefetchCached } from '../transcode/converter-download.ts';

/**
 * Fetches the converter before it is needed, at low priority. A conversion waits for this download.
 *
 * @throws the browser's error if it can't be fetched; the signal's reason if aborted
 */
export async function prefetchConverter(signal: AbortSignal): Promise<void> {
  const script = await fetch(ENGINE_SCRIPT_URL, { priority: 'low', signal });
  // The HTTP cache stores a response only if it is read to its end.
  await script.arrayBuffer();
  await prefetchCached(ENGINE, signal);
}
