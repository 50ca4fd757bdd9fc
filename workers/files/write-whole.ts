/** The part of a `FileSystemSyncAccessHandle` that is written to. */
export interface WritingHandle {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
}

/**
 * Writes all of `bytes` from the offset `at`. A full device does not always throw: it cuts a write short, and in Chromium's
 * private windows answers 2^32 - 8.
 *
 * @throws DOMException `QuotaExceededError` where not all of it was written, whatever the device said.
 */
export function writeWhole(file: WritingHandle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = file.write(bytes, { at });
  if (written === bytes.length) return;
  throw new DOMException(`Wrote ${written} of ${bytes.length} bytes`, 'QuotaExceededError');
}
