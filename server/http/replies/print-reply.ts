import type { Request } from 'express';
import { NoContent, type Route, versionTag } from '../../../contracts/call.ts';
import type { SharedText } from '../../domain/places/lists/place-lists.ts';
import type { Reply } from './send-reply.ts';
import { knowsVersion } from './versions.ts';

/** A response that its handler has already serialized; it is not parsed again. */
export class Printed {
  /** JSON. */
  readonly body: readonly Buffer[];

  constructor(body: readonly Buffer[]) {
    this.body = body;
  }
}

/** The same for a versioned call. */
export class PrintedVersion {
  readonly text: SharedText;

  constructor(text: SharedText) {
    this.text = text;
  }
}

/** Smaller bodies fit into one packet uncompressed. */
const COMPRESSED_MIN_BYTES = 1200;

/**
 * Serializes the result of a call's handler. The domain serializes results that can be long, in slices and through a
 * queue; all others are parsed here, which drops fields that the contract does not name.
 */
export async function printReply(route: Route, request: Request, result: unknown): Promise<Reply> {
  if (result instanceof Printed) return { body: result.body };
  if (result instanceof PrintedVersion) return versionedText(request, result.text);
  if (route.response === NoContent) return { body: null };
  return { body: [Buffer.from(JSON.stringify(route.response.parse(result)))] };
}

/** Returns no body if the client has this version. */
async function versionedText(request: Request, { version, plain, gzip }: SharedText): Promise<Reply> {
  const tag = versionTag(version);
  const encoding = gzip === null ? {} : { encoding: 'identity' as const };
  if (knowsVersion(request, version)) return { body: null, tag, ...encoding };
  const pieces = plain();
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const isCompressed = bytes >= COMPRESSED_MIN_BYTES && request.acceptsEncodings('gzip') === 'gzip';
  if (gzip === null || !isCompressed) return { body: pieces, tag, ...encoding };
  return { body: await gzip(), tag, encoding: 'gzip' };
}
