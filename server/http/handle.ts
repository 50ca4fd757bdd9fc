import type { Request, Response, Router } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type Done, IDEMPOTENCY_HEADER, NoContent, type Route } from '../../contracts/call.ts';
import { type CallParsed, type CallResponse, type RouteName, type Routes, routes } from '../../contracts/routes.ts';
import { isOpenReader, type ParcoursReader, type SessionCaller } from '../domain/caller.ts';
import { ownerOf } from '../domain/fair-queue.ts';
import type { Admission } from './admission.ts';
import { clientAddress } from './client-address.ts';
import { ACCOUNT_BODY, createJsonReader, OPEN_BODY } from './json-body.ts';
import { createCallParser, parse, type RawCall } from './parse-call.ts';
import type { RateLimit } from './rate-limit.ts';
import { createSendReply, type Reply, type SerializedReply, type SerializedVersion, serializeReply } from './reply.ts';
import { contentLengthOf, receiveUpload, type Upload } from './upload.ts';

// Without a locale, every message of zod/mini is 'Invalid input'.
z.config(z.locales.en());

/**
 * Maximum size of a file without a Content-Length, and what is reserved for it. Browsers and the app send the header.
 */
const UNSTATED_BYTES_MAX = 64 * 1024 * 1024;

type CallerPart<R> = R extends { readonly auth: 'token' }
  ? { readonly caller: SessionCaller }
  : R extends { readonly auth: 'reader' }
    ? { readonly caller: ParcoursReader }
    : unknown;
type UploadPart<R> = R extends { readonly body: { readonly kind: 'multipart' } }
  ? { readonly upload: Upload }
  : unknown;

type KeyPart<R> = R extends { readonly idempotent: true } ? { readonly idempotencyKey: string | undefined } : unknown;

/** A handler's input: the call's parsed parts, and what else the request has that the contract allows. */
type Call<Name extends RouteName> = { readonly address: string; readonly userAgent: string } & CallParsed<Name> &
  CallerPart<Routes[Name]> &
  UploadPart<Routes[Name]> &
  KeyPart<Routes[Name]>;

/** Handles one call of the contract. Returns its response, or an already serialized one; a versioned call must. */
export type Handler<Name extends RouteName> = (
  call: Call<Name>,
) => Promise<
  Routes[Name] extends { readonly versioned: true } ? SerializedVersion : CallResponse<Name> | SerializedReply
>;

/** The parts of an upload that are known before its body is read. */
type UploadHead<Name extends RouteName> = Omit<Call<Name>, 'body' | 'upload'> & {
  /** The body's Content-Length; without one, the largest size that is then accepted. */
  readonly bytes: number;
};

/** Checks an upload before it is received, so that nobody sends for minutes what will be rejected. */
interface UploadPolicy<Name extends RouteName> {
  readonly fileBytesMax: number;
  /** Whether the file itself is stored, and not only read. */
  readonly isStored: boolean;
  /** Called before the body is read; throws to reject it. The returned function is called at the end of the call. */
  open(head: UploadHead<Name>): Promise<() => Promise<void>>;
  /** Called when the file begins, if all fields came before it; throws to reject the file unread. */
  admit?(call: Omit<Call<Name>, 'upload'>): Promise<void>;
}

type PolicyOf<Name extends RouteName> = Routes[Name] extends { readonly body: { readonly kind: 'multipart' } }
  ? [UploadPolicy<Name>]
  : [];

/** Registers the handler of a call; an upload needs a policy as well. */
export type Handle = <Name extends RouteName>(name: Name, handler: Handler<Name>, ...policy: PolicyOf<Name>) => void;

/** Waits for `work` and returns the response of a call without a result. */
export async function done(work: Promise<void>): Promise<z.output<typeof Done>> {
  await work;
  return { status: 'ok' };
}

/** What {@link createHandle} needs. */
interface HandleOptions {
  readonly router: Router;
  /** Absolute path of the folder where uploads arrive. */
  readonly incomingDir: string;
  /** Authenticates requests with a token, before their body and after it. */
  readonly admission: Pick<Admission, 'admit' | 'admitReader' | 'admitAgain'>;
  /** The rate limit: by address for calls without a token, and by account for the weight of large responses. */
  readonly limit: RateLimit;
  /** The limit of JSON bytes by account: places, texts and events are stored, but not covered by a quota. */
  readonly jsonLimit: RateLimit;
  /** Logs received files that could not be deleted. */
  readonly log: Logger;
}

/**
 * Creates the function that registers calls by their name in the contract. Each request is authenticated, again once
 * its body has arrived, and parsed by the contract's schemas, as is the response, which drops other fields. A received
 * file that the handler did not move away is deleted before the response.
 */
export function createHandle({ router, incomingDir, admission, limit, jsonLimit, log }: HandleOptions): Handle {
  const sendReply = createSendReply(limit);
  const parseInTurn = createCallParser();
  const readJson = { open: createJsonReader(OPEN_BODY, log), account: createJsonReader(ACCOUNT_BODY, log) };
  const admit = { token: admission.admit, reader: admission.admitReader };

  return (name, handler, ...[policy]) => {
    const route: Route = routes[name];
    router[METHODS[route.method]](route.path, async (request: Request, response: Response) => {
      // The compiler cannot see that the types follow from the same table that `parse` uses.
      const respond = async (call: RawCall): Promise<Reply> => {
        const parsed = (await parseInTurn(route, call)) as Call<typeof name>;
        // Done last, because a body takes as long as its sender wants, and then waits in a queue.
        const isOld = route.body !== undefined && call.caller !== undefined && !isOpenReader(call.caller);
        const caller = isOld ? { caller: await admission.admitAgain(request) } : {};
        return serializeReply(route, request, await handler({ ...parsed, ...caller }));
      };
      const head = await readHead(route, request);
      const reply =
        policy === undefined
          ? await respond({ ...head, ...(await readBody(route, head, request, response)) })
          : await receive(route, head, policy as unknown as UploadPolicy<'uploadAudio'>, request, response, respond);
      // Also for versioned calls: a cache that renewed an old response after a 304 would return its expired links.
      response.set('Cache-Control', 'no-store');
      if (route.response === NoContent) response.status(204).end();
      else await sendReply(response, reply, head.caller);
    });
  };

  async function readHead(route: Route, request: Request): Promise<RawCall> {
    const address = clientAddress(request);
    // Monitoring calls it every few seconds and may share an address with others.
    if (route.auth === 'none' && route.path !== routes.readHealth.path) await limit.spend(`address ${address}`);
    return {
      address,
      userAgent: request.headers['user-agent'] ?? '',
      ...(route.auth === 'none' ? {} : { caller: await admit[route.auth](request) }),
      ...(route.params === undefined ? {} : { params: request.params }),
      ...(route.query === undefined ? {} : { query: request.query }),
      ...(route.headers === undefined ? {} : { headers: request.headers }),
      ...(route.idempotent === undefined ? {} : { idempotencyKey: request.headers[IDEMPOTENCY_HEADER.toLowerCase()] }),
    };
  }

  async function readBody(route: Route, { caller }: RawCall, request: Request, response: Response): Promise<RawCall> {
    if (route.body === undefined) return {};
    const isOpen = caller === undefined || isOpenReader(caller);
    const body = await readJson[isOpen ? 'open' : 'account'](request, response);
    if (!isOpen) await jsonLimit.spend(ownerOf(caller), body.bytes);
    return body.isLong ? { longBody: body } : { body: body.read() };
  }

  async function receive(
    { body, ...headOnly }: Route,
    head: RawCall,
    { fileBytesMax, isStored, open, admit }: UploadPolicy<'uploadAudio'>,
    request: Request,
    response: Response,
    respond: (call: RawCall) => Promise<Reply>,
  ): Promise<Reply> {
    if (body?.kind !== 'multipart') throw new Error(`Expected a call with a file, got ${headOnly.path}`);
    const stated = contentLengthOf(request);
    const bytesMax = stated === null ? Math.min(fileBytesMax, UNSTATED_BYTES_MAX) : fileBytesMax;
    const bytes = stated ?? bytesMax;
    const close = await open({ ...(parse(headOnly, head) as Omit<Call<'uploadAudio'>, 'body' | 'upload'>), bytes });
    try {
      const { upload, body: fields } = await receiveUpload(request, response, body, {
        incomingDir,
        fileBytesMax: bytesMax,
        isStored,
        admit: async (early) => {
          const read = body.schema.safeParse(early);
          // Faults, and fields after the file, are handled once the whole body has arrived.
          if (read.success)
            await admit?.(parse({ ...headOnly, body }, { ...head, body: early }) as Call<'uploadAudio'>);
        },
      });
      try {
        return await respond({ ...head, upload, body: fields });
      } finally {
        // The next start deletes leftover files, so this is no reason to fail.
        await upload
          .discard()
          .catch((error: unknown) => log.error({ err: error }, 'a received file could not be deleted'));
      }
    } finally {
      // Bytes that remain reserved expire.
      await close().catch((error: unknown) => log.error({ err: error }, 'reserved bytes could not be released'));
    }
  }
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
