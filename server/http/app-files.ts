import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { AppError } from '../domain/app-error.ts';

/**
 * Serves the built app: its files, and its page for every address that a browser navigates to. Where the build left a
 * `.br` or `.gz` twin beside a file, browsers that can read it get the twin.
 */
export function serveApp(appDir: string): Router {
  const router = express.Router();
  router.use(refuseUnreadable);
  // Their names hold a hash of their content, so they never change; one that is missing is missing.
  router.use('/assets', serveFiles(join(appDir, 'assets'), { immutable: true, maxAge: '1y' }));
  router.use(
    serveFiles(appDir, {
      cacheControl: false,
      setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
    }),
  );
  router.use(servePage(appDir));
  return router;
}

/** What serves files would answer such an address itself, in a shape of its own. */
const refuseUnreadable: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch (cause) {
    throw new AppError('invalid_request', 'Malformed address: its percent signs stand for no text', { cause });
  }
  next();
};

function serveFiles(
  folder: string,
  serveStatic: NonNullable<Parameters<typeof expressStaticGzip>[1]>['serveStatic'] & object,
): RequestHandler {
  // It lists the twins once, at the start, and a folder that is not there has none.
  if (!existsSync(folder)) return express.static(folder, serveStatic);
  return expressStaticGzip(folder, { enableBrotli: true, orderPreference: ['br', 'gz'], index: false, serveStatic });
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
