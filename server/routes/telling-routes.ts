import type { Context } from '../context.ts';
import { done, type Handle } from '../http/handle.ts';
import { SerializedVersion } from '../http/reply.ts';

/** Registers the calls about what places and parcours say beside name and sound, and about the pictures of places. */
export function registerTellingRoutes(handle: Handle, context: Context): void {
  const { tellings, parcoursWords, about, pictures, config } = context;
  handle(
    'readWords',
    async ({ caller, params }) => new SerializedVersion(await parcoursWords.share(caller, params.mapId)),
  );
  handle('changeAbout', ({ caller, params, body }) => about.change(caller, params.mapId, body));
  handle('readPlaceWords', ({ caller, params }) => tellings.read(caller, params.placeId));
  handle('changeTelling', ({ caller, params, body }) => tellings.changeText(caller, params, body));
  handle('deleteTelling', ({ caller, params }) => done(tellings.delete(caller, params)));
  handle('changeTranscript', ({ caller, params, body }) => tellings.changeTranscript(caller, params, body));
  handle(
    'addPicture',
    ({ caller, params, upload, idempotencyKey }) => pictures.add(caller, params.placeId, upload.path, idempotencyKey),
    {
      fileBytesMax: config.imageMaxBytes,
      isStored: false,
      open: ({ caller, params, bytes, idempotencyKey }) => pictures.open(caller, params.placeId, bytes, idempotencyKey),
    },
  );
  handle('changePicture', ({ caller, params, body }) =>
    pictures.changeCredit(caller, params.placeId, params.pictureId, body.credit),
  );
  handle('orderPictures', ({ caller, params, body }) => done(pictures.order(caller, params.placeId, body.order)));
  handle('deletePicture', ({ caller, params }) => done(pictures.delete(caller, params.placeId, params.pictureId)));
}
