import type { Router } from 'express';
import { IMAGE_PATH } from '../domain/media/media-links.ts';
import type { Images } from '../domain/uploads/images.ts';
import type { UploadGate } from '../domain/uploads/upload-checks.ts';
import type { Handle } from '../http/handle.ts';
import { sendStoredFile } from '../http/stored-file.ts';

/** The parts that handle the calls about images. */
export interface ImageRouteParts {
  readonly images: Images;
  readonly uploadGate: UploadGate;
  readonly imageMaxBytes: number;
}

/** Registers the calls that upload images, and `GET` and `HEAD` of stored images. */
export function registerImageRoutes(
  handle: Handle,
  router: Router,
  { images, uploadGate, imageMaxBytes }: ImageRouteParts,
): void {
  handle(
    'uploadProfileImage',
    async ({ caller, upload }) => ({ imageUrl: await images.setPicture(caller, upload.path) }),
    {
      fileBytesMax: imageMaxBytes,
      isStored: false,
      open: ({ caller, bytes }) => uploadGate.openPicture(caller, bytes),
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
      open: ({ caller, params, bytes }) => uploadGate.openParcoursImage(caller, params.mapId, bytes),
    },
  );
  router.get(`${IMAGE_PATH}/:file`, async (request, response) => {
    await sendStoredFile(response, images.find(request.params.file), 'private');
  });
}
