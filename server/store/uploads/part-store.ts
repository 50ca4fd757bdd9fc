/** An upload's bytes, open for appending. */
export interface PartFile {
  /** Appends a piece; it stays also if a later piece fails or the sender disconnects. */
  append(piece: Uint8Array): Promise<void>;
  /** Must be called at the end, whatever happened: what has been appended stays after it. */
  close(): Promise<void>;
}

/** Where the bytes of uploads in parts are, by the ids of the uploads. */
export interface PartStore {
  /** Whether they are on this server's disk. */
  readonly isOnDisk: boolean;
  /** Makes a place for an upload's bytes; keeps those that are there: its sender may have missed the response. */
  begin(id: string): Promise<void>;
  /** How many bytes of an upload have arrived, from its beginning. */
  bytesOf(id: string): Promise<number>;
  /** Opens an upload for writing from `offset` on, where its bytes end. The caller closes it. */
  openAt(id: string, offset: number): Promise<PartFile>;
  /** Puts an upload's first `bytes` into a file of the incoming folder, flushed, and returns its path. The caller moves or deletes it. */
  toIncoming(id: string, bytes: number): Promise<string>;
  /** Deletes an upload's bytes; does nothing if there are none. */
  remove(id: string): Promise<void>;
  /** The ids of which there are bytes. */
  list(): Promise<string[]>;
}
