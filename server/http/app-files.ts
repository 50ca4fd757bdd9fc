import { join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';

/** Serves the built app: its files, and its page for every address that a browser navigates to. */
export function serveApp(appDir: string): Router {
  const router = express.Router();
  // Their names hold a hash of their content, so they never change; one that is missing is missing.
  router.use('/assets', express.static(join(appDir, 'assets'), { immutable: true, maxAge: '1y', fallthrough: true }));
  router.use(
    express.static(appDir, {
      setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
    }),
  );
  router.use(servePage(appDir));
  return router;
}

function servePage(appDir: string): RequestHandler {
  return (request, response, next) => {
    const isNavigation = /^(GET|HEAD)$/.test(request.method) && (request.headers.accept ?? '').includes('text/html');
    if (!isNavigation || /^\/(v1|assets)(\/|$)/.test(request.path)) {
      next();
      return;
    }
    const options = { root: appDir, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } };
    response.sendFile('index.html', options, (error?: unknown) => {
      // Where the app is not built, there is no page; an answer that has begun can only be cut off.
      if (error !== undefined && !response.headersSent) next();
    });
  };
}
