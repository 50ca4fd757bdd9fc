import express, { type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../domain/app-error.ts';

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

/** Brackets within brackets: zones have five. Half a million of them take a second to parse, in which nothing else runs. */
const DEPTH_MAX = 32;
/** Lists, objects and commas: zones of 10,000 positions have 50,000. A megabyte of empty lists keeps all others waiting, too. */
const PIECES_MAX = 100_000;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

/** A body in JSON. */
export interface JsonBody {
  /** Its size, decompressed. */
  readonly bytes: number;
  readonly isLong: boolean;
  /** Parses it, if it is long. @throws AppError `invalid_request` if it is no JSON, or has more in it, or deeper, than any call needs. */
  read(): unknown;
}

/** Receives a request's JSON body. */
export type ReadJson = (request: Request, response: Response) => Promise<JsonBody>;

/**
 * Reads bodies within bounds. A connection whose body takes longer is closed: without that, a few hundred clients that send
 * a byte now and then would hold as many connections for minutes.
 */
export function createJsonReader({ bytesMax, arrivesWithinMs }: BodyBounds, log: Logger): ReadJson {
  const sizes = new WeakMap<object, number>();
  const parse = express.json({
    limit: bytesMax,
    // Called with the decompressed body, before it is parsed.
    verify: (request, _response, body, encoding) => {
      if (encoding !== 'utf-8') throw new AppError('invalid_request', 'Expected a body in UTF-8');
      if (body.length >= LONG_BODY_BYTES) throw new LongBody(body);
      expectModest(body);
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

/** Keeps a long body from being parsed as soon as it is there. */
class LongBody extends Error {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    super('This body is parsed in its turn');
    this.bytes = bytes;
  }
}

function parseLong(body: Buffer): unknown {
  expectModest(body);
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch (error) {
    throw new AppError('invalid_request', 'Expected a body of valid JSON', { cause: error });
  }
}

/** @throws AppError `invalid_request` */
function expectModest(body: Buffer): void {
  let depth = 0;
  let pieces = 0;
  let inText = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (byte === QUOTE) inText = !inText;
    else if (inText) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA) pieces += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      pieces += 1;
    }
    if (depth > DEPTH_MAX || pieces > PIECES_MAX) {
      throw new AppError('invalid_request', `Expected JSON of ${DEPTH_MAX} levels and ${PIECES_MAX} values at most`);
    }
  }
}
