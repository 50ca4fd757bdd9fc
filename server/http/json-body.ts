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

/** Reads a request's JSON body into `request.body`, and returns its decompressed size in bytes. */
export type ReadJson = (request: Request, response: Response) => Promise<number>;

/**
 * Reads bodies within bounds. A connection whose body takes longer is closed: without that, a few hundred clients that send
 * a byte now and then would hold as many connections for minutes.
 */
export function createJsonReader({ bytesMax, arrivesWithinMs }: BodyBounds, log: Logger): ReadJson {
  const sizes = new WeakMap<object, number>();
  const parse = express.json({
    limit: bytesMax,
    // Called with the decompressed body.
    verify: (request, _response, body) => sizes.set(request, body.length),
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
    return sizes.get(request) ?? 0;
  };
}
