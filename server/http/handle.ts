import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response, type Router } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { IDEMPOTENCY_HEADER, IdempotencyKey, NoContent, type Route } from '../../contracts/call.ts';
import type { RequestFault } from '../../contracts/errors.ts';
import { type CallAnswer, type CallParsed, type RouteName, type Routes, routes } from '../../contracts/routes.ts';
import { AppError } from '../domain/app-error.ts';
import type { SessionCaller } from '../domain/caller.ts';
import type { Admit } from './admission.ts';
import { clientAddress } from './client-address.ts';
import type { RateLimit } from './rate-limit.ts';
import { announcedBytes, receiveUpload, type Upload } from './upload.ts';

// zod/mini says 'Invalid input' to everything until it is given a language.
z.config(z.locales.en());

/** A polygon of as many positions as are allowed takes some 400 kB of JSON. */
const JSON_BYTES_MAX = 1024 * 1024;

/** Most faults that one answer names: a long body can hold thousands, and nobody reads on after the first few. */
const FAULTS_MAX = 20;

type CallerPart<R> = R extends { readonly auth: 'token' } ? { readonly caller: SessionCaller } : unknown;
type UploadPart<R> = R extends { readonly body: { readonly kind: 'multipart' } }
  ? { readonly upload: Upload }
  : unknown;

type KeyPart<R> = R extends { readonly idempotent: true } ? { readonly idempotencyKey: string | undefined } : unknown;

/**
 * What a handler is given: the call's parts as its schemas read them, who asks and from which address, the received file
 * of an upload, and the idempotency key where the contract has one and the request too.
 */
export type Call<Name extends RouteName> = { readonly address: string } & CallParsed<Name> &
  CallerPart<Routes[Name]> &
  UploadPart<Routes[Name]> &
  KeyPart<Routes[Name]>;

/** Serves one call of the contract: takes what was asked and resolves to what is answered. */
export type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<CallAnswer<Name>>;

/** What is known of a call with a file before any of its body is read. */
export type Opening<Name extends RouteName> = Omit<Call<Name>, 'body' | 'upload'> & {
  /** Size of the body, as it is announced; the most that is received where it isn't. */
  readonly bytes: number;
};

/** How a call with a file is received, so that nobody sends for minutes what will be refused. */
export interface Reception<Name extends RouteName> {
  /** Largest file. */
  readonly fileBytesMax: number;
  /** Called before any of the body is read; what it throws refuses it. Returns what is called when the call is over. */
  open(opening: Opening<Name>): Promise<() => void>;
  /** Called where all fields came before the file, and the file begins; what it throws refuses the file unread. */
  admit?(call: Omit<Call<Name>, 'upload'>): Promise<void>;
}

type ReceptionOf<Name extends RouteName> = Routes[Name] extends { readonly body: { readonly kind: 'multipart' } }
  ? [Reception<Name>]
  : [];

/** Registers the handler of a call; one with a file says how it is received. */
export type Handle = <Name extends RouteName>(
  name: Name,
  handler: Handler<Name>,
  ...reception: ReceptionOf<Name>
) => void;

/** What serving a call needs. */
export interface HandleOptions {
  readonly router: Router;
  /** Absolute path of the folder where uploads arrive. */
  readonly incomingDir: string;
  /** Lets in whoever shows a good token. */
  readonly admit: Admit;
  /** What each address may do with calls that need no token. */
  readonly limit: RateLimit;
  /** How many bytes of JSON each account may send: places, texts and events are kept, and no quota counts them. */
  readonly jsonLimit: RateLimit;
  /** Told of received files that could not be removed. */
  readonly log: Logger;
}

interface RawCall {
  readonly address?: string;
  readonly caller?: SessionCaller;
  readonly upload?: Upload;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: unknown;
}

/**
 * Makes the function that registers calls by their name in the contract. Each request is authenticated where the
 * contract says so, then its parts are read by the contract's schemas, then the handler runs, and its answer passes
 * through the contract's schema, which drops every field that the contract does not name. A received file that the
 * handler did not move away is removed, and the call is over, before it is answered.
 */
export function createHandle({ router, incomingDir, admit, limit, jsonLimit, log }: HandleOptions): Handle {
  const sizes = new WeakMap<IncomingMessage, number>();
  const readJson = express.json({
    limit: JSON_BYTES_MAX,
    // Told once the body is unpacked.
    verify: (request, _response, body) => sizes.set(request, body.length),
  });

  return (name, handler, ...[reception]) => {
    const route: Route = routes[name];
    router[METHODS[route.method]](route.path, async (request: Request, response: Response) => {
      // The contract's types follow from the same table that `parse` reads, which the compiler can't see by itself.
      const answerTo = async (call: RawCall): Promise<string> => {
        const answered = await handler(parse(route, call) as Call<typeof name>);
        return JSON.stringify((route.ownAnswer ?? route.answer).parse(answered));
      };
      const head = await readHead(route, request);
      const body =
        reception === undefined
          ? await answerTo({ ...head, ...(await readBody(route, head, request, response)) })
          : await receive(route, head, reception as unknown as Reception<'uploadAudio'>, request, response, answerTo);
      response.set('Cache-Control', 'no-store');
      if (route.answer === NoContent) response.status(204).end();
      // Not `json`, which hashes the whole body for an ETag that nobody may keep.
      else response.type('json').end(body);
    });
  };

  async function readHead(route: Route, request: Request): Promise<RawCall> {
    const address = clientAddress(request);
    // Whoever watches over the server asks it every few seconds, and may share an address with all others.
    if (route.auth === 'none' && route.path !== routes.readHealth.path) await limit.spend(`address ${address}`);
    return {
      address,
      ...(route.auth === 'token' ? { caller: await admit(request) } : {}),
      ...(route.params === undefined ? {} : { params: request.params }),
      ...(route.query === undefined ? {} : { query: request.query }),
      ...(route.headers === undefined ? {} : { headers: request.headers }),
      ...(route.idempotent === undefined ? {} : { idempotencyKey: request.headers[IDEMPOTENCY_HEADER.toLowerCase()] }),
    };
  }

  async function readBody(route: Route, { caller }: RawCall, request: Request, response: Response): Promise<RawCall> {
    if (route.body === undefined) return {};
    await new Promise<void>((resolve, reject) => {
      readJson(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
    if (caller !== undefined) await jsonLimit.spend(`account ${caller.id}`, sizes.get(request) ?? 0);
    return { body: request.body as unknown };
  }

  async function receive(
    { body, ...headOnly }: Route,
    head: RawCall,
    { fileBytesMax, open, admit }: Reception<'uploadAudio'>,
    request: Request,
    response: Response,
    answerTo: (call: RawCall) => Promise<string>,
  ): Promise<string> {
    if (body?.kind !== 'multipart') throw new Error(`Expected a call with a file, got ${headOnly.path}`);
    const bytes = announcedBytes(request) ?? fileBytesMax;
    const close = await open({ ...(parse(headOnly, head) as Omit<Call<'uploadAudio'>, 'body' | 'upload'>), bytes });
    try {
      const { upload, body: fields } = await receiveUpload(request, response, body, {
        incomingDir,
        fileBytesMax,
        admit: async (early) => {
          const read = body.schema.safeParse(early);
          // Fields that come after the file, or have faults, are told of when all is there.
          if (read.success)
            await admit?.(parse({ ...headOnly, body }, { ...head, body: early }) as Call<'uploadAudio'>);
        },
      });
      try {
        return await answerTo({ ...head, upload, body: fields });
      } finally {
        // The next start removes what stays: that is no reason for another answer.
        await upload.discard().catch((error: unknown) => log.error({ err: error }, 'a received file stays'));
      }
    } finally {
      close();
    }
  }
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

function parse(route: Route, call: RawCall): unknown {
  const faults: RequestFault[] = [];
  const read = (schema: Route['params'], value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const told = result.error.issues.slice(0, FAULTS_MAX - faults.length);
    faults.push(...told.map(({ path, message }) => ({ path: path.join('.'), message })));
    return undefined;
  };
  const parsed = {
    ...call,
    params: read(route.params, call.params),
    query: read(route.query, call.query),
    headers: read(route.headers, call.headers),
    body: read(route.body?.schema, call.body),
    idempotencyKey: call.idempotencyKey === undefined ? undefined : read(IdempotencyKey, call.idempotencyKey),
  };
  if (faults.length === 0) return parsed;
  const told = faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  throw new AppError('invalid_request', told.join('; '), { faults });
}
