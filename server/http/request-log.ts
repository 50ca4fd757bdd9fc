import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/** Gives each request an id, for `X-Request-Id`, and logs it after its response, without what may contain secrets. */
export function createRequestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedMs = performance.now();
    const requestId = randomUUID();
    response.setHeader('X-Request-Id', requestId);
    const { method } = request;
    const path = withoutTicket(request.path);
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedMs);
      log.info({ requestId, method, path, status: response.statusCode, complete: response.writableFinished, ms });
    });
    next();
  };
}

/** A path without an export's ticket, which grants access and which a refused request leaves unused. */
function withoutTicket(path: string): string {
  return path.replace(/(\/export(?:\/|%2f)+).*/i, '$1…');
}

/** The id that {@link createRequestLog} assigned to the request of this response. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader('X-Request-Id'));
}
