import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '../../domain/app-error.ts';
import { METRICS_PATH, type Metrics } from './metrics.ts';

/**
 * Serves the metrics to clients with the token. Without it, or if none is configured, the response doesn't reveal that
 * this address exists.
 */
export function serveMetrics(metrics: Metrics | null, token: string | null): RequestHandler {
  return async (request, response) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (metrics === null || token === null || given === undefined || !isSame(given, token))
      throw new AppError('not_found', `There is no ${request.method} ${request.path}`);
    response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).send(await metrics.print());
  };
}

/** Creates a server for the metrics alone, which requires no token: it must listen on the local machine only. */
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

/** Compares in constant time; hashes have equal lengths. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
