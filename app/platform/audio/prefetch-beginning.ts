/**
 * Loads the beginning of a file into the browser's HTTP cache, at low priority. A player that loads the file later starts
 * from the cache.
 *
 * @returns the number of bytes received; 0 if the server refused
 * @throws the browser's error if no response arrives; the signal's reason if aborted
 */
export async function prefetchBeginning(url: string, bytes: number, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, { headers: { Range: `bytes=0-${bytes - 1}` }, priority: 'low', signal });
  if (response.status !== 206) {
    // A server without range support would send the whole file.
    await response.body?.cancel();
    return 0;
  }
  // The browser caches a response only if it is read to its end.
  return (await response.arrayBuffer()).byteLength;
}

/** True if the browser's data saver is on. */
export function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true;
}
