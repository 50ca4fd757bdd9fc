import type { Readable } from 'node:stream';

/** An object of a list. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
}

/** The first and the last byte of a part, both included; without a last one it goes to the end. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** What is stored with an object, for whoever reads it without us. */
export interface ObjectHeaders {
  readonly contentType?: string;
  readonly cacheControl?: string;
}

/** An object that is being read. */
export interface OpenObject {
  /** Of what the stream gives: the whole object, or the part that was asked for. */
  readonly bytes: number;
  /** Of the whole object. */
  readonly total: number;
  /**
   * Goes on where it was if the store breaks off. Whoever stops reading destroys it; one that nobody reads holds a connection.
   */
  readonly stream: Readable;
}

/** How a store has answered since this process began. */
export interface StoreCounts {
  /** Requests that it answered, as something that is not there too. */
  readonly ok: number;
  /** Those that failed, of which most are repeated. */
  readonly failed: number;
  /** Time until they were answered, or had failed. */
  readonly seconds: number;
}

/**
 * Objects by their keys, below one prefix of one bucket. A key is a path, as in `ab/abcd.wav`. Everything is tried again where
 * that may help; what fails all the same is an {@link ObjectStoreError}, and has lost nothing.
 */
export interface ObjectStore {
  readonly counts: StoreCounts;
  /**
   * Stores bytes, or the file at a path, which must not change meanwhile. The store itself checks what it got against a
   * checksum. An object with this key is replaced.
   */
  put(key: string, content: string | Uint8Array, headers?: ObjectHeaders): Promise<void>;
  /**
   * Undefined if there is no such object. A part may end after the object does.
   *
   * @throws ObjectStoreError with status 416 where it begins there.
   */
  get(key: string, range?: ByteRange): Promise<OpenObject | undefined>;
  /** Undefined if there is no such object. */
  head(key: string): Promise<{ readonly bytes: number } | undefined>;
  /** The objects whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Gives an object another key, within the store; false if there is no such object. */
  move(from: string, to: string): Promise<boolean>;
  /** Does nothing if there is no such object. */
  remove(key: string): Promise<void>;
  /**
   * An address where anybody can read the object until it expires.
   *
   * @param signedAt milliseconds since 1970, from which the lifetime counts: the same moment gives the same address.
   */
  presign(key: string, signedAt: number, lifetimeS: number): Promise<string>;
  /** Stores, reads and removes a small object. @throws ObjectStoreError that says why the store can't be used. */
  check(): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/** The store failed, or could not be reached. Its message has no secret. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  /** By which the http layer knows it, as it does the codes of a full disk. */
  readonly code = 'OBJECT_STORE';
  /** The status that the store answered with; null if there was no whole answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
