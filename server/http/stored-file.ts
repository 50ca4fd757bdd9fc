import { basename } from 'node:path';
import type { Response } from 'express';
import { AppError } from '../domain/app-error.ts';
import type { StoredContent } from '../domain/media/media-links.ts';

const YEAR_S = 365 * 24 * 3600;

/** A range of the last bytes of a file. */
const LAST_BYTES = /^bytes=-0*[1-9]\d*$/;

/**
 * Sends a stored file, with support for `Range`, `If-Range` and `If-None-Match`. A stored file never changes, so it is
 * cached for good.
 *
 * @param shared `public` if shared caches may store it too.
 * @throws AppError `not_found` if the file is gone.
 */
export function sendStoredFile(
  response: Response,
  { path, root, tag }: StoredContent,
  shared: 'public' | 'private',
): Promise<void> {
  // Must be set before sending, which compares it with If-Range and If-None-Match.
  response.setHeader('ETag', `"${tag}"`);
  response.setHeader('Content-Disposition', `inline; filename="${basename(path)}"`);
  response.setHeader('Cache-Control', `${shared}, max-age=${YEAR_S}, immutable`);
  return new Promise((resolve, reject) => {
    response.sendFile(path, { root, cacheControl: false, lastModified: false }, (error?: unknown) => {
      const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
      // A response that has begun was aborted: the listener left or seeks elsewhere.
      if (error === undefined || response.headersSent) resolve();
      else if (status === 416 && LAST_BYTES.test(response.req.headers.range ?? '')) {
        // A suffix range longer than the file means the whole file (RFC 9110).
        response.removeHeader('Content-Range');
        delete response.req.headers.range;
        resolve(sendStoredFile(response, { path, root, tag }, shared));
      } else if (status === 416 || status === 412) {
        response.removeHeader('Cache-Control');
        response.status(status).end();
        resolve();
      } else {
        response.removeHeader('ETag');
        reject(status === 404 ? new AppError('not_found', 'This media file is gone') : error);
      }
    });
  });
}
