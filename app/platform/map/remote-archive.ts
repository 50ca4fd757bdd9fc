import { FetchSource, type RangeResponse, type Source } from 'pmtiles';
import { noteMet } from '../net/reach.ts';

/** Size of the parts that stay in memory, the most recent ones: a screen of tiles has some hundred kilobytes. */
const RECENT_BYTES_MAX = 4 * 1024 * 1024;

/** A requested part of the archive, and how many tiles wait for it. */
interface Part {
  readonly response: Promise<RangeResponse>;
  readonly request: AbortController;
  readonly bytes: number;
  waiting: number;
}

/**
 * Reads ranges of the server's archive, each once: tiles of the same content share a range, a redrawn map requests the
 * same ranges again, and Firefox and WebKit don't cache ranges.
 */
export class RemoteArchive implements Source {
  readonly #source: FetchSource;
  /** By range, least recently used first. */
  readonly #parts = new Map<string, Part>();

  constructor(link: string) {
    this.#source = new FetchSource(link);
  }

  getKey(): string {
    return this.#source.getKey();
  }

  /** The request ends once nobody waits for it any longer. */
  async getBytes(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    signal?.throwIfAborted();
    const key = `${offset} ${length} ${etag ?? ''}`;
    const part = this.#parts.get(key) ?? this.#ask(key, offset, length, etag);
    this.#parts.delete(key);
    this.#parts.set(key, part);
    part.waiting += 1;
    const leave = (): void => {
      part.waiting -= 1;
      if (part.waiting > 0) return;
      this.#parts.delete(key);
      part.request.abort(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      const response = await part.response;
      // A copy, because the map transfers a tile's bytes to its worker.
      return { ...response, data: response.data.slice(0) };
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #ask(key: string, offset: number, length: number, etag: string | undefined): Part {
    const request = new AbortController();
    const response = this.#fetch(offset, length, request.signal, etag);
    const part: Part = { response, request, bytes: length, waiting: 0 };
    response.then(
      () => this.#makeRoom(),
      () => {
        if (this.#parts.get(key) === part) this.#parts.delete(key);
      },
    );
    return part;
  }

  async #fetch(offset: number, length: number, signal: AbortSignal, etag?: string): Promise<RangeResponse> {
    try {
      const response = await this.#source.getBytes(offset, length, signal, etag);
      noteMet('server');
      return response;
    } catch (error) {
      if (!signal.aborted && error instanceof TypeError) noteMet('nobody');
      throw error;
    }
  }

  #makeRoom(): void {
    let bytes = 0;
    for (const part of this.#parts.values()) bytes += part.bytes;
    for (const [key, part] of this.#parts) {
      if (bytes <= RECENT_BYTES_MAX) return;
      this.#parts.delete(key);
      bytes -= part.bytes;
    }
  }
}
