import express, { type Request, type Response } from 'express';
import type { Logger } from 'pino';

/** How large a body may be, once decompressed, and how long it may take to arrive. */
export interface BodyBounds {
  readonly bytesMax: number;
  readonly arrivesWithinMs: number;
}

/** For callers without a token: names and passwords. */
export const OPEN_BODY: BodyBounds = { bytesMax: 16 * 1024, arrivesWithinMs: 10_000 };
/** For accounts, whose phone may be slow: the largest allowed polygon takes some 400 kB of JSON. */
export const ACCOUNT_BODY: BodyBounds = { bytesMax: 1024 * 1024, arrivesWithinMs: 30_000 };

/** Longer bodies are to be checked in turns; what waits is their bytes, which take a tenth of what is read from them. */
const LONG_BODY_BYTES = 64 * 1024;

/** A body in JSON. */
export interface JsonBody {
  /** Its size, decompressed. */
  readonly bytes: number;
  readonly isLong: boolean;
  read(): unknown;
}

/** Receives a request's JSON body. */
export type ReadJson = (request: Request, response: Response) => Promise<JsonBody>;

/**
 * Reads bodies within bounds. A connection whose body takes longer is closed: without that, a few hundred clients that send
 * a byte now and then would hold as many connections for minutes.
 */
export function createJsonReader({ bytesMax, arrivesWithinMs }: BodyBounds, log: Logger): ReadJson {
  const received = new WeakMap<object, { readonly body: Buffer; readonly encoding: string }>();
  const parse = express.json({
    limit: bytesMax,
    // Called with the decompressed body.
    verify: (request, _response, body, encoding) => received.set(request, { body, encoding }),
  });
  return async (request, response) => {
    const timer = setTimeout(() => {
      log.warn({ method: request.method, path: request.path, arrivesWithinMs }, 'closed a connection with a slow body');
      request.socket.destroy();
    }, arrivesWithinMs);
    try {
      await new Promise<void>((resolve, reject) => {
        parse(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
      });
    } finally {
      clearTimeout(timer);
    }
    const { body, encoding } = received.get(request) ?? { body: Buffer.alloc(0), encoding: '' };
    const bytes = body.length;
    const parsed: unknown = request.body;
    if (bytes < LONG_BODY_BYTES || encoding !== 'utf-8') return { bytes, isLong: false, read: () => parsed };
    request.body = undefined;
    return { bytes, isLong: true, read: () => JSON.parse(new TextDecoder().decode(body)) as unknown };
  };
}
