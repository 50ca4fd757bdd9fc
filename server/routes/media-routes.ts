import type { Router } from 'express';
import type { Context } from '../context.ts';
import { CARD_PATH, type Cards } from '../domain/cards/cards.ts';
import { ownerOf } from '../domain/fair-queue.ts';
import { IMAGE_PATH, isPicture, MEDIA_PATH, type MediaLinks } from '../domain/media/media-links.ts';
import { type MapTiles, TILES_PATH } from '../domain/tiles/map-tiles.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Handle } from '../http/handle.ts';
import { redirectToStoredFile, sendStoredFile, textOf } from '../http/stored-file.ts';

/**
 * Registers `GET` and `HEAD` of media. The link names the session that it was made for, or an open parcours, because an
 * audio or image element sends no Authorization header.
 */
export function registerMediaRoutes(router: Router, links: MediaLinks): void {
  router.get(`${MEDIA_PATH}/:file`, async (request, response) => {
    const { open, expires, session, signature } = request.query;
    const media = await links.follow(request.params.file, {
      open: textOf(open),
      expires: textOf(expires),
      session: textOf(session),
      signature: textOf(signature),
    });
    // Podcast players on other sites play it.
    if (textOf(open) !== '') response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    const sharing = textOf(open) === '' ? 'private' : 'open';
    // The page's policy allows pictures of this origin.
    if (isPicture(media.fileName)) await sendStoredFile(response, media, sharing);
    else await redirectToStoredFile(response, media, sharing);
  });
}

/** Registers the calls that upload images, and `GET` and `HEAD` of stored images. */
export function registerImageRoutes(
  handle: Handle,
  router: Router,
  { images, uploadChecks, config: { imageMaxBytes } }: Context,
): void {
  handle(
    'uploadProfileImage',
    async ({ caller, upload }) => ({ imageUrl: await images.setPicture(caller, upload.path) }),
    {
      fileBytesMax: imageMaxBytes,
      isStored: false,
      open: ({ caller, bytes }) => uploadChecks.openPicture(caller, bytes),
    },
  );
  handle(
    'uploadParcoursImage',
    async ({ caller, params, upload }) => ({
      image_url: await images.addParcoursImage(caller, params.mapId, upload.path),
    }),
    {
      fileBytesMax: imageMaxBytes,
      isStored: false,
      open: ({ caller, params, bytes }) => uploadChecks.openParcoursImage(caller, params.mapId, bytes),
    },
  );
  router.get(`${IMAGE_PATH}/:file`, async (request, response) => {
    await sendStoredFile(response, await images.find(request.params.file), 'private');
  });
}

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

/**
 * Registers `GET` and `HEAD` of the map's archive and extracts. They need no token: maps contain no personal data, and
 * an extract's link can't be guessed.
 */
export function registerTileRoutes(router: Router, tiles: MapTiles): void {
  router.get(`${TILES_PATH}/:file`, async (request, response) => {
    const { key, signature } = request.query;
    const owner = ownerOf({ address: clientAddress(request) });
    const query = { key: textOf(key), signature: textOf(signature) };
    const { isExtract, ...archive } = await tiles.follow(request.params.file, query, owner);
    await sendStoredFile(response, archive, isExtract ? 'private' : 'public');
  });
}
