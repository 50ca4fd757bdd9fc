import { strings } from '../../words/strings.ts';

/**
 * Fetches a stored file by its signed link. The link is the permission, so no token travels with it.
 *
 * @throws Error in the specification's words where the server refuses it; the browser's own where no answer arrives, and
 *   the signal's reason where it is aborted.
 */
export async function fetchMedia(link: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(link, { signal });
  if (answer.ok) return answer.arrayBuffer();
  // Without its query: the link's signature is nobody's to read.
  const [address = link] = link.split('?');
  throw new Error(strings.listen.fetchFailed(address, answer.status, answer.statusText));
}
