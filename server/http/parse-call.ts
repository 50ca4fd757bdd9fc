import { setTimeout } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { IdempotencyKey, type Route } from '../../contracts/call.ts';
import type { RequestFault } from '../../contracts/errors.ts';
import { AppError } from '../domain/app-error.ts';
import type { ParcoursReader } from '../domain/caller.ts';
import { COSTLY_WORK, nextTurn } from '../domain/costly-work.ts';
import { createFairQueue, ownerOf } from '../domain/fair-queue.ts';
import type { JsonBody } from './json-body.ts';
import type { Upload } from './upload.ts';

/** Maximum faults in one response: a long body can have thousands. */
const FAULTS_MAX = 20;

/** A received request, part by part, before parsing. */
export interface RawCall {
  readonly address?: string;
  readonly userAgent?: string;
  readonly caller?: ParcoursReader;
  readonly upload?: Upload;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  /** Replaces `body`, which is read from it when its place in the queue comes. */
  readonly longBody?: JsonBody;
  readonly idempotencyKey?: unknown;
}

/** Creates the parser of calls; long bodies are queued fairly by owner. @throws AppError `invalid_request`, `busy` */
export function createCallParser(): (route: Route, call: RawCall) => Promise<unknown> {
  const waitForTurn = createFairQueue(COSTLY_WORK.bodies);
  return async (route, { longBody, ...call }) => {
    if (longBody === undefined) return parse(route, call);
    return waitForTurn(ownerOf(call.caller ?? call), async () => {
      const startMs = performance.now();
      const body = longBody.read();
      await nextTurn();
      const parsed = parse(route, { ...call, body });
      // For as long as parsing took: short calls need several event-loop turns, with a long body between each two
      // otherwise.
      await setTimeout(performance.now() - startMs);
      return parsed;
    });
  };
}

/** Parses each part of a call by the contract's schemas. @throws AppError `invalid_request` */
export function parse(route: Route, call: RawCall): unknown {
  const faults: RequestFault[] = [];
  const read = (schema: Route['params'], value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    faults.push(...faultsOf(result.error).slice(0, FAULTS_MAX - faults.length));
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
  throw invalidRequest(faults);
}

/** A schema's issues in the contract's form. */
export function faultsOf({ issues }: z.core.$ZodError): RequestFault[] {
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Creates the error that lists these faults. */
export function invalidRequest(faults: readonly RequestFault[], prefix = ''): AppError {
  const lines = faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new AppError('invalid_request', prefix + lines.join('; '), { faults });
}
