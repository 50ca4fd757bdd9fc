import type { Request, RequestHandler } from 'express';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** From a list of places to an hour of audio over a slow connection, in seconds. */
const BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Other methods share one label: a client can send any method that Node knows. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** The exceeded limit, by HTTP status. */
const LIMITS: Readonly<Record<number, string>> = { 413: 'size', 429: 'rate', 507: 'space' };

/** Content types of bodies that carry files. */
const UPLOAD_TYPE = /^(multipart\/form-data|application\/offset\+octet-stream)\b/i;

/**
 * Counts and times every request. Labels are route patterns, never paths: those contain ids and tokens, and each would
 * create a series.
 */
export function createRequestMetrics(registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'dropici_http_request_duration_seconds',
    help: 'Requests by method, pattern of the route, and class of the status, with the time until their response was sent',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_S,
    registers: [registry],
  });
  const refused = new Counter({
    name: 'dropici_requests_refused_by_limit_total',
    help: 'Requests refused by a limit: rate (429), size (413) or space (507)',
    labelNames: ['limit'] as const,
    registers: [registry],
  });
  for (const limit of Object.values(LIMITS)) refused.inc({ limit }, 0);
  const uploads = new Gauge({
    name: 'dropici_uploads_running',
    help: 'Requests that carry a file and have not ended',
    registers: [registry],
  });

  return (request, response, next) => {
    const startedMs = performance.now();
    const isUpload = UPLOAD_TYPE.test(request.headers['content-type'] ?? '');
    if (isUpload) uploads.inc();
    response.once('close', () => {
      if (isUpload) uploads.dec();
      const { statusCode, writableFinished } = response;
      const status = writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted';
      const method = METHODS.has(request.method) ? request.method : 'other';
      durations.observe(
        { method, route: routeOf(request, statusCode), status },
        (performance.now() - startedMs) / 1000,
      );
      const limit = LIMITS[statusCode];
      if (limit !== undefined) refused.inc({ limit });
    });
    next();
  };
}

/** The pattern that matched; `app` for files and pages of the app, `none` for requests refused before a route. */
function routeOf({ route }: Request, statusCode: number): string {
  if (route !== undefined) return String(route.path);
  return statusCode < 400 ? 'app' : 'none';
}
