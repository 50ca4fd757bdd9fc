import type { Context } from '../context.ts';
import { done, type Handle } from '../http/handle.ts';

/** Registers the calls about the pictures of places. */
export function registerPictureRoutes(handle: Handle, { pictures, config: { imageMaxBytes } }: Context): void {
  handle('addPicture', ({ caller, params, upload }) => pictures.add(caller, params.placeId, upload.path), {
    fileBytesMax: imageMaxBytes,
    isStored: false,
    open: ({ caller, params, bytes }) => pictures.open(caller, params.placeId, bytes),
  });
  handle('changePicture', ({ caller, params, body }) =>
    pictures.changeCredit(caller, params.placeId, params.pictureId, body.credit),
  );
  handle('orderPictures', ({ caller, params, body }) => done(pictures.order(caller, params.placeId, body.order)));
  handle('deletePicture', ({ caller, params }) => done(pictures.delete(caller, params.placeId, params.pictureId)));
}
