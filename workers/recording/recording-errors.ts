/** The browser has no private file system, or does not allow this page to use it (some private windows). */
export class RecordingStoreError extends Error {
  override readonly name = 'RecordingStoreError';
}
