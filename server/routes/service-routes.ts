import type { Router } from 'express';
import type { AppConfig } from '../../contracts/config.ts';
import type { Context } from '../context.ts';
import type { Events } from '../domain/upkeep/events.ts';
import type { Readiness } from '../domain/upkeep/readiness.ts';
import type { Handle } from '../http/handle.ts';
import { DOCS_STYLE, DOCS_STYLE_PATH, renderDocsPage } from '../http/openapi/docs-page.ts';
import { describeApi } from '../http/openapi/document.ts';
import { READINESS_PATH } from '../http/openapi/other-paths.ts';
import type { RateLimit } from '../http/rate-limit.ts';

/** Registers the calls about the service itself: whether it runs, and its configuration for the app. */
export function registerServiceRoutes(handle: Handle, appConfig: AppConfig): void {
  handle('readHealth', async () => ({ status: 'ok' }));
  handle('readConfig', async () => appConfig);
}

/**
 * Registers the call that receives analytics events. `limits` count the events of each account, the shortest period
 * first.
 */
export function registerEventRoutes(handle: Handle, events: Events, limits: readonly RateLimit[]): void {
  handle('recordEvents', async ({ caller, body, idempotencyKey }) => {
    // Events tell where somebody was, so they are sent to our own server and to nobody else.
    for (const limit of limits) await limit.spend(`account ${caller.id}`, body.events.length);
    return { recorded: await events.record(caller, body.events, idempotencyKey) };
  });
}

/** Registers the call that shows what was heard. */
export function registerHeardRoutes(handle: Handle, { heard }: Context): void {
  handle('readHeard', ({ caller, params }) => heard.read(caller, params.mapId));
}

/**
 * Registers the API's documentation: the OpenAPI document at `/v1/openapi.json`, an HTML page at `/v1/docs`. Each is
 * rendered at its first request, because that takes as long as the rest of a start.
 */
export function registerDocsRoutes(router: Router): void {
  const documents = [
    ['/v1/openapi.json', 'application/json', () => JSON.stringify(describeApi())],
    ['/v1/docs', 'text/html', () => renderDocsPage(describeApi())],
    [DOCS_STYLE_PATH, 'text/css', () => DOCS_STYLE],
  ] as const;
  for (const [path, type, make] of documents) {
    let text: string | undefined;
    router.get(path, (_request, response) => {
      text ??= make();
      response.type(type).set('Cache-Control', 'no-cache').send(text);
    });
  }
}

/**
 * Registers `GET /readyz`. It is not a call of the contract: its 503 is a report for the operator, not a failure of a
 * call.
 */
export function registerReadiness(router: Router, readiness: () => Promise<Readiness>): void {
  router.get(READINESS_PATH, async (_request, response) => {
    const report = await readiness();
    response
      .status(report.status === 'ready' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(report);
  });
}
