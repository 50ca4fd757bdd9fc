import type { Router } from 'express';
import { describeApi } from '../http/openapi/document.ts';
import { DOCS_STYLE_PATH, printApi } from '../http/openapi/page.ts';
import { DOCS_STYLE } from '../http/openapi/page-style.ts';

/** Registers the API's description: for machines at `/v1/openapi.json`, for people at `/v1/docs`. */
export function registerDocsRoutes(router: Router): void {
  const api = describeApi();
  const answers = [
    ['/v1/openapi.json', 'application/json', JSON.stringify(api)],
    ['/v1/docs', 'text/html', printApi(api)],
    [DOCS_STYLE_PATH, 'text/css', DOCS_STYLE],
  ] as const;
  for (const [path, type, text] of answers) {
    router.get(path, (_request, response) => {
      response.type(type).set('Cache-Control', 'no-cache').send(text);
    });
  }
}
