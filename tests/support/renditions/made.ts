import { setTimeout as wait } from 'node:timers/promises';
import type { MediaLink, Rendition } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { call } from '../server/api.ts';
import type { Person } from '../server/people.ts';

/** How often the server is asked: seldom enough to leave it alone. */
const ASK_MS = 100;

/** Waits until a place's audio has its rendition; the test's own time limit ends it. */
export async function renditionMade(
  origin: string,
  { token }: Pick<Person, 'token'>,
  placeId: PlaceId,
): Promise<MediaLink & { readonly rendition: Rendition }> {
  for (;;) {
    const { media_data } = await call(origin, 'readPlace', { params: { placeId } }, token);
    if (media_data?.rendition != null) return { ...media_data, rendition: media_data.rendition };
    await wait(ASK_MS);
  }
}
