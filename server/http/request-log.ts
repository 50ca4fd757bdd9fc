import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/**
 * Assigns each request an id, sent in `X-Request-Id`, and logs the request after its response. Headers, query and
 * tickets are not logged, because they contain tokens and signatures.
 */
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

/**
 * A path without secrets, for the log: an export's ticket grants access, and a refused or broken request leaves it
 * unused.
 */
function withoutTicket(path: string): string {
  return path.replace(/(\/export(?:\/|%2f)+).*/i, '$1…');
}

/** The id that {@link createRequestLog} assigned to the request of this response. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader('X-Request-Id'));
}
