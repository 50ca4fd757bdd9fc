import type { ByteRange, OpenedFile } from '../store/files.ts';

/** An entry of a list of objects. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
}

/** Headers stored with an object, for clients that read it from the store. */
export interface ObjectHeaders {
  readonly contentType?: string;
  readonly cacheControl?: string;
}

/** Statistics of a store's answers since this process began. */
export interface StoreCounts {
  /** Number of answered requests, including those for missing objects. */
  readonly ok: number;
  /** Number of failed requests; most of them are repeated. */
  readonly failed: number;
  /** Total time until answers or failures. */
  readonly seconds: number;
}

/**
 * Objects by key, below one prefix of one bucket. A key is a path, as in `ab/abcd.wav`. Operations are retried where
 * that may help; one that still fails throws an {@link ObjectStoreError} and has lost nothing.
 */
export interface ObjectStore {
  readonly counts: StoreCounts;
  /** Stores bytes or a file, which must not change meanwhile; replaces an object. The store verifies a checksum. */
  put(key: string, content: string | Uint8Array, headers?: ObjectHeaders): Promise<void>;
  /**
   * Opens an object or a range; undefined if there is none. @throws ObjectStoreError with 416 if it begins beyond the
   * end
   */
  get(key: string, range?: ByteRange): Promise<OpenedFile | undefined>;
  /** The object's size; undefined if there is no such object. */
  head(key: string): Promise<{ readonly bytes: number } | undefined>;
  /** The objects whose keys begin with `prefix`, ordered by key. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Changes an object's key within the store; false if there is no such object. */
  move(from: string, to: string): Promise<boolean>;
  /** Deletes an object; does nothing if there is no such object. */
  remove(key: string): Promise<void>;
  /** An address where anybody can read the object for a lifetime from `signedAt`, in milliseconds since 1970, on. */
  presign(key: string, signedAt: number, lifetimeS: number): Promise<string>;
  /** Stores, reads and removes a small object. @throws ObjectStoreError with the reason why the store can't be used. */
  check(): Promise<void>;
  close(): void;
}

/** The store failed, or could not be reached. The message contains no secret. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  /** The http layer recognizes it by this code, as it does a full disk. */
  readonly code = 'OBJECT_STORE';
  /** The HTTP status of the store's answer; null if there was no complete answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
