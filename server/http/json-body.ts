import express, { type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../domain/app-error.ts';
import { expectModest } from '../domain/modest-json.ts';

/** Maximum decompressed size of a body, and the time in which it must arrive. */
interface BodyBounds {
  readonly bytesMax: number;
  readonly arrivesWithinMs: number;
}

/** For callers without a token: names and passwords. */
export const OPEN_BODY: BodyBounds = { bytesMax: 16 * 1024, arrivesWithinMs: 10_000 };
/** For accounts, whose phone may be slow: the largest allowed polygon takes some 400 kB of JSON. */
export const ACCOUNT_BODY: BodyBounds = { bytesMax: 1024 * 1024, arrivesWithinMs: 30_000 };

/** Longer bodies wait in a queue to be parsed, as bytes, which take a tenth of the memory of the parsed values. */
const LONG_BODY_BYTES = 64 * 1024;

/** Maximum lists, objects and commas: zones of 10,000 positions have 50,000. A megabyte of empty lists blocks, too. */
const PIECES_MAX = 100_000;

/** A JSON body. */
export interface JsonBody {
  /** Size, decompressed. */
  readonly bytes: number;
  readonly isLong: boolean;
  /**
   * Parses a long body; a short one is parsed already.
   * @throws AppError `invalid_request` if it isn't JSON, or has more values or levels than calls need
   */
  read(): unknown;
}

type ReadJson = (request: Request, response: Response) => Promise<JsonBody>;

/** Creates a reader of bodies within bounds. A connection whose body takes too long is closed. */
export function createJsonReader({ bytesMax, arrivesWithinMs }: BodyBounds, log: Logger): ReadJson {
  const sizes = new WeakMap<object, number>();
  const parse = express.json({
    limit: bytesMax,
    // Called with the decompressed body, before it is parsed.
    verify: (request, _response, body, encoding) => {
      if (encoding !== 'utf-8') throw new AppError('invalid_request', 'Expected a body in UTF-8');
      if (body.length >= LONG_BODY_BYTES) throw new LongBody(body);
      expectModest(body, PIECES_MAX);
      sizes.set(request, body.length);
    },
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
    } catch (error) {
      if (!(error instanceof LongBody)) throw error;
      const { bytes } = error;
      return { bytes: bytes.length, isLong: true, read: () => parseLong(bytes) };
    } finally {
      clearTimeout(timer);
    }
    const parsed: unknown = request.body;
    return { bytes: sizes.get(request) ?? 0, isLong: false, read: () => parsed };
  };
}

/** Thrown to prevent a long body from being parsed on arrival. */
class LongBody extends Error {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    super('This body is parsed in its turn');
    this.bytes = bytes;
  }
}

function parseLong(body: Buffer): unknown {
  expectModest(body, PIECES_MAX);
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch (error) {
    throw new AppError('invalid_request', 'Expected a body of valid JSON', { cause: error });
  }
}
