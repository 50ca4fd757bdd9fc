import type { WritingHandle } from './write-whole.ts';

/** The part of `FileSystemSyncAccessHandle` that is used here. */
export interface FileHandle extends WritingHandle {
  read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  getSize(): number;
  truncate(sizeBytes: number): void;
  flush(): void;
  close(): void;
}

/** The part of `FileSystemFileHandle` that is used here. */
export interface PrivateFile {
  getFile(): Promise<File>;
  createSyncAccessHandle(): Promise<FileHandle>;
}

/** The part of `FileSystemDirectoryHandle` that is used here. */
export interface PrivateFolder {
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<PrivateFile>;
  removeEntry(name: string): Promise<void>;
  keys(): AsyncIterable<string>;
}
