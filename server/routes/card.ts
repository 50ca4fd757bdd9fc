import type { Router } from 'express';
import { CARD_PATH, type Cards } from '../domain/cards/cards.ts';
import { ownerOf } from '../domain/fair-queue.ts';
import { clientAddress } from '../http/client-address.ts';

/** Crawlers cache their own copies; the name of a picture changes with its content. */
const MAX_AGE_S = 24 * 3600;

/** Registers `GET` and `HEAD` of the pictures of cards. Anyone with a picture's signed name may read it. */
export function registerCardRoutes(router: Router, cards: Cards): void {
  router.get(`${CARD_PATH}/:file`, async (request, response) => {
    const { png, tag } = await cards.picture(request.params.file, ownerOf({ address: clientAddress(request) }));
    response.set({
      ETag: `"${tag}"`,
      'Cache-Control': `public, max-age=${MAX_AGE_S}`,
      'X-Robots-Tag': 'noindex',
      // Some clients show the picture on a page of their own.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.type('png').send(png);
  });
}
