import { expose } from 'comlink';
import type { FileHandle } from '../../../workers/files/private-folder.ts';
import { createRecordingStore } from '../../../workers/recording/recording-store.ts';

declare const FileSystemSyncAccessHandle: { readonly prototype: FileHandle };

// Counted to the byte, which a browser's own quota is not. With a profile on the disk Chromium refuses a write that has no
// room; other devices write a part of it and say so.
const handle = FileSystemSyncAccessHandle.prototype;
const { write } = handle;
const [freeAtFirst, answersShort] = self.name.split(' ');
let freeBytes = Number(freeAtFirst);
handle.write = function (bytes, options) {
  const grownBytes = Math.max(0, options.at + bytes.byteLength - this.getSize());
  const lackBytes = Math.max(0, grownBytes - freeBytes);
  if (lackBytes > 0 && answersShort === undefined) {
    throw new DOMException('No space available for this operation', 'QuotaExceededError');
  }
  freeBytes -= grownBytes - lackBytes;
  return write.call(this, bytes.subarray(0, bytes.length - lackBytes), options);
};

expose(createRecordingStore());
