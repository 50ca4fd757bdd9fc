import type { Context } from '../context.ts';
import { done, type Handle } from '../http/handle.ts';
import { SerializedVersion } from '../http/reply.ts';

/** Registers the calls about what places and parcours say beside name and sound. */
export function registerTellingRoutes(handle: Handle, { tellings, parcoursWords, about }: Context): void {
  handle(
    'readWords',
    async ({ caller, params }) => new SerializedVersion(await parcoursWords.share(caller, params.mapId)),
  );
  handle('changeAbout', ({ caller, params, body }) => about.change(caller, params.mapId, body));
  handle('readPlaceWords', ({ caller, params }) => tellings.read(caller, params.placeId));
  handle('changeTelling', ({ caller, params, body }) => tellings.changeText(caller, params, body));
  handle('deleteTelling', ({ caller, params }) => done(tellings.delete(caller, params)));
  handle('changeTranscript', ({ caller, params, body }) => tellings.changeTranscript(caller, params, body));
}
