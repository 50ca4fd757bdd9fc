/**
 * Brings the beginning of a file into the browser's own cache, behind everything else that the page loads. A player that
 * asks for the file later begins with what is there.
 *
 * @returns the bytes that came; 0 where the server refused.
 * @throws the browser's error where no answer arrives, and the signal's reason where it is aborted.
 */
export async function prefetchBeginning(url: string, bytes: number, signal: AbortSignal): Promise<number> {
  const answer = await fetch(url, { headers: { Range: `bytes=0-${bytes - 1}` }, priority: 'low', signal });
  if (answer.status !== 206) {
    // A server that knows no ranges would send it all.
    await answer.body?.cancel();
    return 0;
  }
  // It is kept once it was read to its end.
  return (await answer.arrayBuffer()).byteLength;
}

/** True where the person asked their browser to load as little as it can. */
export function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true;
}
