/** The part of `FileSystemSyncAccessHandle` needed for writing. */
export interface WritingHandle {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
}

/**
 * Writes all of `bytes` at the offset `at`. A write to a full device does not always throw: it may write less, and in
 * Chromium's private windows it returns 2^32 - 8.
 *
 * @throws DOMException `QuotaExceededError` unless all bytes were written.
 */
export function writeWhole(file: WritingHandle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = file.write(bytes, { at });
  if (written === bytes.length) return;
  throw new DOMException(`Wrote ${written} of ${bytes.length} bytes`, 'QuotaExceededError');
}
