import type { Response, Router } from 'express';
import { AppError } from '../domain/app-error.ts';
import { type LinkedMedia, MEDIA_PATH, type MediaLinks } from '../domain/media-links.ts';

const YEAR_S = 365 * 24 * 3600;

/**
 * Registers `GET` and `HEAD` of media: whole or by `Range`, with `If-Range` and `If-None-Match`. The link is the
 * permission, since an audio element sends no Authorization header.
 */
export function registerMediaRoutes(router: Router, links: MediaLinks): void {
  router.get(`${MEDIA_PATH}/:file`, async (request, response) => {
    const { file } = request.params;
    const { expires, signature } = request.query;
    const media = links.follow(file, asText(expires), asText(signature));
    // Set before sending, which then compares it with If-Range and If-None-Match; a content's hash is its perfect tag.
    response.setHeader('ETag', `"${media.sha256}"`);
    response.setHeader('Cache-Control', `private, max-age=${YEAR_S}, immutable`);
    await send(response, media);
  });
}

function send(response: Response, { path, root }: LinkedMedia): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(path, { root, cacheControl: false, lastModified: false }, (error?: unknown) => {
      const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
      // An answer that has begun can only be cut off: the listener went away, or seeks elsewhere.
      if (error === undefined || response.headersSent) resolve();
      else if (status === 416 || status === 412) {
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

/** A parameter that is missing, or given twice, is no signature. */
function asText(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
