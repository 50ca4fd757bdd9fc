import type { Router } from 'express';
import { DOCS_STYLE, DOCS_STYLE_PATH, renderDocsPage } from '../http/openapi/docs-page.ts';
import { describeApi } from '../http/openapi/document.ts';

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
