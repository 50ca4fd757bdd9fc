import { basename } from 'node:path';
import type { Response } from 'express';
import { AppError } from '../domain/app-error.ts';
import type { StoredContent } from '../domain/media/media-links.ts';
import { isOfLastBytes, sendStoredObject } from './stored-object.ts';

/** A stored file of a folder. */
type ContentOnDisk = Pick<Extract<StoredContent, { readonly path: string }>, 'root' | 'path'>;

const YEAR_S = 365 * 24 * 3600;

/**
 * Sends a stored file, with support for `Range`, `If-Range` and `If-None-Match`. A stored file never changes, so it is
 * cached for good.
 *
 * @param shared `public` if shared caches may store it too.
 * @throws AppError `not_found` if the file is gone.
 */
export async function sendStoredFile(
  response: Response,
  content: StoredContent,
  shared: 'public' | 'private',
): Promise<void> {
  // Must be set before sending, which compares it with If-Range and If-None-Match.
  response.setHeader('ETag', `"${content.tag}"`);
  response.setHeader('Cache-Control', `${shared}, max-age=${YEAR_S}, immutable`);
  if (!('object' in content)) return sendFile(response, content);
  response.setHeader('Content-Disposition', `inline; filename="${content.fileName}"`);
  await sendStoredObject(response, content).catch((error: unknown) => {
    if (!response.headersSent) response.removeHeader('ETag');
    throw error;
  });
}

/**
 * Sends whoever asks for a stored file to the bucket that has it, for as long as its address is good; sends the file where there
 * is no such address.
 */
export async function redirectToStoredFile(response: Response, content: StoredContent): Promise<void> {
  // A bucket's address is signed for GET alone.
  const redirect = 'object' in content && response.req.method === 'GET' ? content.object.redirect : null;
  if (redirect === null) return sendStoredFile(response, content, 'private');
  const { address, goodForS } = await redirect();
  response.setHeader('Cache-Control', `private, max-age=${goodForS}`);
  response.redirect(307, address);
}

function sendFile(response: Response, { path, root }: ContentOnDisk): Promise<void> {
  response.setHeader('Content-Disposition', `inline; filename="${basename(path)}"`);
  return new Promise((resolve, reject) => {
    response.sendFile(path, { root, cacheControl: false, lastModified: false }, (error?: unknown) => {
      const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
      // A response that has begun was aborted: the listener left or seeks elsewhere.
      if (error === undefined || response.headersSent) resolve();
      else if (status === 416 && isOfLastBytes(response.req.headers.range)) {
        response.removeHeader('Content-Range');
        delete response.req.headers.range;
        resolve(sendFile(response, { path, root }));
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
