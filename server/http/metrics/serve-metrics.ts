import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '../../domain/app-error.ts';
import { METRICS_PATH, type Metrics } from './metrics.ts';

/**
 * Prints the metrics for whoever has the token. Without it, or where none is configured, there is nothing at this address:
 * not even that there would be something.
 */
export function serveMetrics(metrics: Metrics | null, token: string | null): RequestHandler {
  return async (request, response) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (metrics === null || token === null || given === undefined || !isSame(given, token))
      throw new AppError('not_found', `There is no ${request.method} ${request.path}`);
    response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).send(await metrics.print());
  };
}

/** A server of the metrics alone, which asks for no token: it must listen on the machine itself only. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== METRICS_PATH) {
      response.writeHead(404).end();
      return;
    }
    metrics.print().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}

/** Compares in constant time; hashes have one length. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
