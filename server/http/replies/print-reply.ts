import type { Request } from 'express';
import { type Route, versionTag } from '../../../contracts/call.ts';
import type { CallResponse, VersionedName } from '../../../contracts/routes.ts';
import { createListTurns, printList } from './print-list.ts';
import type { Body, Reply } from './send-reply.ts';
import { knowsVersion } from './versions.ts';

/** A response that its handler has printed: neither parsed nor printed again. */
export class Printed {
  /** In JSON. */
  readonly body: Buffer;

  constructor(body: Buffer) {
    this.body = body;
  }
}

/** A printed response of a versioned call. */
export interface VersionedText {
  readonly version: string;
  /** The response in JSON. */
  plain(): Buffer[];
  /** The same, compressed. */
  gzip(): Promise<Buffer[]>;
}

/** A versioned response that its handler has printed. */
export class PrintedVersion {
  readonly text: VersionedText;

  constructor(text: VersionedText) {
    this.text = text;
  }
}

/** Smaller bodies fit into one packet as they are. */
const COMPRESSED_MIN_BYTES = 1200;

/** Runs the handler of a call for an account, and prints what it returns. */
export type PrintReply = (
  route: Route,
  request: Request,
  account: string,
  handle: () => Promise<unknown>,
) => Promise<Reply>;

/** Creates the printer. Lists are read and printed one after the other, so that their memory is bounded. */
export function createPrintReply(): PrintReply {
  const takeListTurn = createListTurns();
  return async (route, request, account, handle) => {
    const reply = async (): Promise<Reply> => print(route, request, await handle());
    // Of packs, making the map takes longer than all the rest.
    const isList = route.trustedResponse !== undefined && !route.versioned;
    return isList ? takeListTurn(account, reply) : reply();
  };
}

async function print(route: Route, request: Request, result: unknown): Promise<Reply> {
  if (result instanceof Printed) return { body: result.body };
  if (result instanceof PrintedVersion) return versionedText(request, result.text);
  const printBody = async (): Promise<Body> =>
    route.trustedResponse === undefined
      ? JSON.stringify(route.response.parse(result))
      : printList(route.trustedResponse.parse(result) as object);
  if (!route.versioned) return { body: await printBody() };
  const { version } = result as CallResponse<VersionedName>;
  return versioned(request, version, printBody);
}

async function versionedText(request: Request, { version, plain, gzip }: VersionedText): Promise<Reply> {
  const pieces = plain();
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const isCompressed = bytes >= COMPRESSED_MIN_BYTES && request.acceptsEncodings('gzip') === 'gzip';
  const reply = await versioned(request, version, async () => (isCompressed ? gzip() : pieces));
  return { ...reply, encoding: isCompressed ? 'gzip' : 'identity' };
}

/** Prints nothing for who has this version. */
async function versioned(request: Request, version: string, print: () => Promise<Body>): Promise<Reply> {
  return { body: knowsVersion(request, version) ? null : await print(), tag: versionTag(version) };
}
