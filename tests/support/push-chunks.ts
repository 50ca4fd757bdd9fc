/** Pushes all bytes to a stream of a kernel, in chunks of these lengths; the last one takes the rest. */
export function pushChunks(
  stream: { push(bytes: Uint8Array): void },
  bytes: Uint8Array,
  lengths: readonly number[],
): void {
  let at = 0;
  for (const length of lengths) {
    stream.push(bytes.subarray(at, at + length));
    at = Math.min(at + length, bytes.length);
  }
  stream.push(bytes.subarray(at));
}
