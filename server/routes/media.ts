import type { Router } from 'express';
import { MEDIA_PATH, type MediaLinks } from '../domain/media/media-links.ts';
import { sendStoredFile } from '../http/stored-file.ts';

/** Registers `GET` and `HEAD` of media. The link is the permission, since an audio element sends no Authorization header. */
export function registerMediaRoutes(router: Router, links: MediaLinks): void {
  router.get(`${MEDIA_PATH}/:file`, async (request, response) => {
    const { expires, signature } = request.query;
    const media = links.follow(request.params.file, asText(expires), asText(signature));
    await sendStoredFile(response, media, 'private');
  });
}

/** A parameter that is missing, or given twice, is no signature. */
function asText(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
