import type { Response } from 'express';
import { AppError } from '../domain/app-error.ts';
import type { StoredContent } from '../domain/media/media-links.ts';

const YEAR_S = 365 * 24 * 3600;

/** A range of so many last bytes. */
const LAST_BYTES = /^bytes=-0*[1-9]\d*$/;

/**
 * Sends a stored file: whole or by `Range`, with `If-Range` and `If-None-Match`. A stored file never changes, so whoever
 * has it keeps it.
 *
 * @param shared `public` where caches between the server and the browser may keep it too
 * @throws AppError `not_found` where the file is gone.
 */
export function sendStoredFile(
  response: Response,
  { path, root, tag }: StoredContent,
  shared: 'public' | 'private',
): Promise<void> {
  // Set before sending, which then compares it with If-Range and If-None-Match; a content's hash is its perfect tag.
  response.setHeader('ETag', `"${tag}"`);
  response.setHeader('Cache-Control', `${shared}, max-age=${YEAR_S}, immutable`);
  return new Promise((resolve, reject) => {
    response.sendFile(path, { root, cacheControl: false, lastModified: false }, (error?: unknown) => {
      const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
      // An answer that has begun can only be cut off: the listener went away, or seeks elsewhere.
      if (error === undefined || response.headersSent) resolve();
      else if (status === 416 && LAST_BYTES.test(response.req.headers.range ?? '')) {
        // More last bytes than there are mean all of them (RFC 9110), which the whole answer gives as well.
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
