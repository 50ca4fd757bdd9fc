/** The browser has no private file system to record into, or does not let this page use it (some private windows). */
export class RecordingStoreError extends Error {
  override readonly name = 'RecordingStoreError';
}
