import { expose } from 'comlink';
import { createRecordingStore } from '../../workers/recording/recording-store.ts';
import type { FileHandle } from '../../workers/recording/wav-writer.ts';

declare const FileSystemSyncAccessHandle: { readonly prototype: FileHandle };

// Chromium's quota can't be used: a browser whose profile is in memory, as that of tests is, ends where it is reached.
// With a profile on the disk it refuses a write that has no room as this one does.
const handle = FileSystemSyncAccessHandle.prototype;
const { write } = handle;
let freeBytes = Number(self.name);
handle.write = function (bytes, options) {
  const grownBytes = Math.max(0, options.at + bytes.byteLength - this.getSize());
  if (grownBytes > freeBytes) throw new DOMException('No space available for this operation', 'QuotaExceededError');
  freeBytes -= grownBytes;
  return write.call(this, bytes, options);
};

expose(createRecordingStore());
