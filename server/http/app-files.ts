import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { AppError } from '../domain/app-error.ts';
import { type ReadPageHead, servePage } from './app-page.ts';

/** Serves the built app: its files, compressed where the browser accepts that, and its page for every navigation. */
export function serveApp(appDir: string, readHead: ReadPageHead): Router {
  const router = express.Router();
  router.use(refuseMalformedPath);
  router.use(
    '/assets',
    serveFiles(join(appDir, 'assets'), {
      // File names contain a hash of the content, so the files never change.
      immutable: true,
      maxAge: '1y',
      // But for this one's headers: its policy names the origin of a setting.
      setHeaders: (response, path) => {
        if (/speech\.worker-[^/]*$/.test(path)) response.setHeader('Cache-Control', 'no-cache');
      },
    }),
  );
  router.use(
    serveFiles(appDir, {
      cacheControl: false,
      setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
    }),
  );
  router.use(servePage(appDir, readHead));
  return router;
}

/** The static file servers would respond to such a path in their own format. */
const refuseMalformedPath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch (cause) {
    throw new AppError('invalid_request', 'Malformed path: its percent-encoding is not valid UTF-8', { cause });
  }
  next();
};

function serveFiles(
  folder: string,
  serveStatic: NonNullable<Parameters<typeof expressStaticGzip>[1]>['serveStatic'] & object,
): RequestHandler {
  // The app has no addresses of folders, so nothing is redirected to one.
  const options = { ...serveStatic, redirect: false };
  // This handler lists the compressed files once, at the start, and throws if the folder is missing.
  if (!existsSync(folder)) return express.static(folder, options);
  return expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: options,
  });
}
