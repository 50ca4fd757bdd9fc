import type { Response, Router } from 'express';
import { AppError } from '../domain/app-error.ts';
import { MEDIA_PATH, type MediaLinks } from '../domain/media-links.ts';
import type { MediaFiles } from '../store/files.ts';

/** A file's name in a link: the SHA-256 of its content and its extension. */
const FILE_NAME = /^([0-9a-f]{64})\.([a-z0-9]{1,5})$/;
const YEAR_S = 365 * 24 * 3600;

/**
 * Registers `GET` and `HEAD` of media: whole or by `Range`, with `If-Range` and `If-None-Match`. The link is the
 * permission, since an audio element sends no Authorization header.
 */
export function registerMediaRoutes(router: Router, links: MediaLinks, files: MediaFiles): void {
  router.get(`${MEDIA_PATH}/:file`, async (request, response) => {
    const { file } = request.params;
    const { expires, signature } = request.query;
    const [, sha256, extension] = FILE_NAME.exec(file) ?? [];
    if (sha256 === undefined || extension === undefined) throw notFound(file);
    links.check(file, typeof expires === 'string' ? expires : '', typeof signature === 'string' ? signature : '');
    // Set before sending, which then compares it with If-Range and If-None-Match; a content's hash is its perfect tag.
    response.setHeader('ETag', `"${sha256}"`);
    response.setHeader('Cache-Control', `private, max-age=${YEAR_S}, immutable`);
    await send(response, files.pathOf({ sha256, extension }), files.mediaDir, file);
  });
}

function send(response: Response, path: string, root: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(path, { root, cacheControl: false, lastModified: false }, (error?: unknown) => {
      const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
      // An answer that has begun can only be cut off: the listener went away, or seeks elsewhere.
      if (error === undefined || response.headersSent) resolve();
      else if (status === 416 || status === 412) {
        response.removeHeader('Cache-Control');
        response.status(status).end();
        resolve();
      } else reject(status === 404 ? notFound(file) : error);
    });
  });
}

function notFound(file: string): AppError {
  return new AppError('not_found', `There is no media file ${file}`);
}
