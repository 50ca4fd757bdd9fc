/**
 * Loads a part of a file into the browser's HTTP cache, at low priority. A player that loads the file later takes that part
 * from the cache.
 *
 * @param from the first byte
 * @param bytes how many; fewer where the file ends before
 * @returns the number of bytes received; 0 if the server refused
 * @throws the browser's error if no response arrives; the signal's reason if aborted
 */
export async function prefetchRange(url: string, from: number, bytes: number, signal: AbortSignal): Promise<number> {
  const headers = { Range: `bytes=${from}-${from + bytes - 1}` };
  const response = await fetch(url, { headers, priority: 'low', signal });
  if (response.status !== 206) {
    // A server without range support would send the whole file.
    await response.body?.cancel();
    return 0;
  }
  // The browser caches a response only if it is read to its end.
  return (await response.arrayBuffer()).byteLength;
}
