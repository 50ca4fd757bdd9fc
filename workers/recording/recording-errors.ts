/** The browser's private file system failed. */
export class RecordingStoreError extends Error {
  override readonly name = 'RecordingStoreError';
}
