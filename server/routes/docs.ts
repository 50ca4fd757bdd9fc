import type { Router } from 'express';
import { DOCS_STYLE_PATH, printApi } from '../http/openapi/docs-page.ts';
import { DOCS_STYLE } from '../http/openapi/docs-style.ts';
import { describeApi } from '../http/openapi/document.ts';

/** Registers the API's documentation: the OpenAPI document at `/v1/openapi.json`, an HTML page at `/v1/docs`. */
export function registerDocsRoutes(router: Router): void {
  const api = describeApi();
  const documents = [
    ['/v1/openapi.json', 'application/json', JSON.stringify(api)],
    ['/v1/docs', 'text/html', printApi(api)],
    [DOCS_STYLE_PATH, 'text/css', DOCS_STYLE],
  ] as const;
  for (const [path, type, text] of documents) {
    router.get(path, (_request, response) => {
      response.type(type).set('Cache-Control', 'no-cache').send(text);
    });
  }
}
