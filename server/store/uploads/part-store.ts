/** An upload's bytes, open for appending. */
export interface PartFile {
  /** Appends a piece; it stays even if a later piece fails or the sender disconnects. */
  append(piece: Uint8Array): Promise<void>;
  /** Must be called at the end, even after a failure; appended pieces remain. */
  close(): Promise<void>;
}

/** Stores the bytes of uploads in parts, by upload id. */
export interface PartStore {
  /** Whether the bytes are on this server's disk. */
  readonly isOnDisk: boolean;
  /**
   * Prepares the storage of an upload; existing bytes remain, because the sender may have missed an earlier response.
   */
  begin(id: string): Promise<void>;
  /** Number of bytes that have arrived, from the upload's beginning. */
  bytesOf(id: string): Promise<number>;
  /** Opens an upload to append at `offset`, where its bytes end. The caller closes it. */
  openAt(id: string, offset: number): Promise<PartFile>;
  /**
   * Writes an upload's first `bytes` to a file of the incoming folder, flushed, and returns its path. The caller moves
   * or deletes it.
   */
  toIncoming(id: string, bytes: number): Promise<string>;
  /** Deletes an upload's bytes; does nothing if there are none. */
  remove(id: string): Promise<void>;
  /** The ids for which bytes are stored. */
  list(): Promise<string[]>;
}
