import { linkPath } from '../../../contracts/link.ts';
import { openKept } from '../kept/kept-files.ts';
import { keptPacksOpened } from '../kept/kept-packs.ts';
import { OfflineModeError } from '../net/api.ts';
import { isOffline } from '../net/offline-mode.ts';
import { fetchOwn } from '../net/reach.ts';

/**
 * Reads a file by its signed link: from the device if a whole pack holds it, otherwise from the network. The link is
 * the permission, so no token is sent.
 *
 * @throws Error in the specification's words if the server refuses; OfflineModeError if the file is not on the device
 *   and the 'hors ligne' switch is on; the browser's own if no response arrives; the signal's reason if aborted
 */
export async function readMedia(link: string, signal: AbortSignal): Promise<ArrayBuffer> {
  await keptPacksOpened();
  const kept = await openKept(link);
  signal.throwIfAborted();
  if (kept !== null) return kept.arrayBuffer();
  if (isOffline()) throw new OfflineModeError();
  const response = await fetchOwn(link, { signal });
  if (response.ok) return response.arrayBuffer();
  // For logs and tests, so without the link's signature; the screen words it differently.
  throw new Error(`Failed to fetch ${linkPath(link)}: ${response.status} (${response.statusText})`);
}
