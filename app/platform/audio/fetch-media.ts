import { strings } from '../../words/strings.ts';

/**
 * Fetches a file by its signed link. The link is the permission, so no token is sent.
 *
 * @throws Error in the specification's words if the server refuses; the browser's own if no response arrives; the signal's
 *   reason if aborted
 */
export async function fetchMedia(link: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(link, { signal });
  if (response.ok) return response.arrayBuffer();
  // Without the query, which holds the signature.
  const [address = link] = link.split('?');
  throw new Error(strings.listen.fetchFailed(address, response.status, response.statusText));
}
