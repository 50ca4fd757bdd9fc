import type { Router } from 'express';
import { MEDIA_PATH, type MediaLinks } from '../domain/media/media-links.ts';
import { redirectToStoredFile, textOf } from '../http/stored-file.ts';

/**
 * Registers `GET` and `HEAD` of media. The link names the session that it was made for, because an audio element sends
 * no Authorization header.
 */
export function registerMediaRoutes(router: Router, links: MediaLinks): void {
  router.get(`${MEDIA_PATH}/:file`, async (request, response) => {
    const { expires, session, signature } = request.query;
    const media = await links.follow(request.params.file, {
      expires: textOf(expires),
      session: textOf(session),
      signature: textOf(signature),
    });
    await redirectToStoredFile(response, media);
  });
}
