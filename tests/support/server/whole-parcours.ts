import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { toneOf } from '../audio/wav-bytes.ts';
import { plain } from '../samples/made-pictures.ts';
import { call } from './api.ts';
import { makePlace, type Person, plannedPoint, pointPlace, upload } from './people.ts';

/** A clockwise zone with a counterclockwise hole: both the wrong way around for a file. */
const ZONE = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [2.3, 48.8],
      [2.3, 48.81],
      [2.31, 48.81],
      [2.31, 48.8],
      [2.3, 48.8],
    ],
    [
      [2.3015, 48.802],
      [2.304, 48.802],
      [2.304, 48.804],
      [2.3015, 48.802],
    ],
  ] as [number, number][][],
};

/**
 * Fills a parcours of its owner, who must be an editor, with one of everything that leaves with it: a zone with sound,
 * tellings, transcripts and a picture, a place that plays the same sound, a planned one, an order, facts and translations.
 */
export async function fillParcours(origin: string, { token, ...owner }: Person, mapId: ParcoursId): Promise<void> {
  const person = { token, ...owner };
  const zone = { ...pointPlace(mapId, 'Le «\u00a0lavoir\u00a0»'), geometry: ZONE };
  const { place_id: placeId } = (await call(origin, 'createPlace', { body: zone }, token)).newPlace;
  const second = await makePlace(origin, person, mapId, 'La gare');
  const planned = await call(origin, 'planPlace', { body: plannedPoint(mapId) }, token);
  await upload(origin, person, placeId, toneOf(440, 1));
  await upload(origin, person, second, toneOf(440, 1));
  const image = new Blob([new Uint8Array(await plain(40, 30, '#c63').png().toBuffer())]);
  const picture = await call(origin, 'addPicture', { params: { placeId }, fields: {}, file: image }, token);
  await call(origin, 'changePicture', { params: { placeId, pictureId: picture.id }, body: { credit: 'Musée' } }, token);
  for (const [language, kind, text] of [
    ['fr', 'standard', 'Un *vieux* [lavoir](https://exemple.fr/lavoir).'],
    ['en', 'children', 'Once upon a time.'],
  ] as const) {
    const params = { placeId, language, kind };
    const pictures = [{ id: picture.id, description: `${language} wall` }];
    const body = { name: language === 'en' ? 'The wash house' : '', text, link: 'https://exemple.fr/a', pictures };
    await call(origin, 'changeTelling', { params, body }, token);
    const transcript = { vtt: `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`, state: 'draft' as const };
    await call(origin, 'changeTranscript', { params, body: { transcript } }, token);
  }
  await upload(origin, person, placeId, toneOf(880, 1), { telling: 'en.children' });
  const { version } = await call(origin, 'readOrder', { params: { mapId } }, token);
  await call(
    origin,
    'setOrder',
    { params: { mapId }, body: { placeIds: [second, planned.id, placeId], version } },
    token,
  );
  const about = {
    language: 'fr',
    facts: { authors: 'Les riverains', lengthM: 1200, licence: 'cc-by-sa' as const },
    translations: [{ language: 'en', name: 'The quay', description: 'Along the water.' }],
  };
  await call(origin, 'changeAbout', { params: { mapId }, body: about }, token);
}
