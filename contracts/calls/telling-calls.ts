import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, imageBody, type Route } from '../call.ts';
import { PICTURE_CREDIT_MAX, PICTURES_MAX } from '../limits.ts';
import { lineOf } from '../lines.ts';
import {
  ContentLanguage,
  ParcoursAbout,
  ParcoursWords,
  Picture,
  PlaceWords,
  Telling,
  TellingKind,
  TellingText,
  Transcript,
} from '../telling.ts';
import { ParcoursId, PictureId, PlaceId } from '../vocabulary.ts';

const OneParcours = z.object({ mapId: idFromText(ParcoursId) });
const OnePlace = z.object({ placeId: idFromText(PlaceId) });
const OneTelling = z.object({ placeId: idFromText(PlaceId), language: ContentLanguage, kind: TellingKind });
const OnePicture = z.object({ placeId: idFromText(PlaceId), pictureId: idFromText(PictureId) });

/** Calls about what places say beside their name and sound: texts, pictures, transcripts, other languages. */
export const tellingCalls = {
  readWords: {
    method: 'GET',
    path: '/v1/map/map/:mapId/words',
    auth: 'token',
    versioned: true,
    params: OneParcours,
    response: z.object({
      version: z.string(),
      /** Appended to each link of the tellings' sounds; begins with `?`. */
      linkQuery: z.string(),
      words: ParcoursWords,
    }),
  },
  changeAbout: {
    method: 'PUT',
    path: '/v1/map/map/:mapId/about',
    auth: 'token',
    params: OneParcours,
    body: { kind: 'json', schema: ParcoursAbout },
    response: ParcoursAbout,
  },
  readPlaceWords: {
    method: 'GET',
    path: '/v1/place/:placeId/words',
    auth: 'token',
    params: OnePlace,
    response: PlaceWords,
  },
  changeTelling: {
    method: 'PUT',
    path: '/v1/place/:placeId/tellings/:language/:kind',
    auth: 'token',
    params: OneTelling,
    body: { kind: 'json', schema: TellingText },
    response: Telling,
  },
  deleteTelling: {
    method: 'DELETE',
    path: '/v1/place/:placeId/tellings/:language/:kind',
    auth: 'token',
    params: OneTelling,
    response: Done,
  },
  changeTranscript: {
    method: 'PUT',
    path: '/v1/place/:placeId/tellings/:language/:kind/transcript',
    auth: 'token',
    params: OneTelling,
    body: { kind: 'json', schema: z.object({ transcript: z.nullable(Transcript) }) },
    response: Telling,
  },
  addPicture: {
    method: 'POST',
    path: '/v1/place/:placeId/pictures',
    auth: 'token',
    params: OnePlace,
    body: imageBody,
    response: Picture,
  },
  changePicture: {
    method: 'PUT',
    path: '/v1/place/:placeId/pictures/:pictureId',
    auth: 'token',
    params: OnePicture,
    body: { kind: 'json', schema: z.object({ credit: lineOf(0, PICTURE_CREDIT_MAX) }) },
    response: Picture,
  },
  orderPictures: {
    method: 'PUT',
    path: '/v1/place/:placeId/pictures',
    auth: 'token',
    params: OnePlace,
    body: { kind: 'json', schema: z.object({ order: z.array(PictureId).check(z.maxLength(PICTURES_MAX)) }) },
    response: Done,
  },
  deletePicture: {
    method: 'DELETE',
    path: '/v1/place/:placeId/pictures/:pictureId',
    auth: 'token',
    params: OnePicture,
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link tellingCalls}. */
export const tellingCallDocs = {
  readWords: {
    summary:
      'What the places of a parcours say beside their names and sounds, as far as the caller may see them. Links to sounds lack ' +
      'their query, which is there once.',
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
  changeAbout: {
    summary: "Changes a parcours' first language, what visitors should know of it, and its name in other languages.",
    errors: ['forbidden', 'not_found'],
  },
  readPlaceWords: { summary: 'What one place says beside its name and sound.', errors: ['forbidden', 'not_found'] },
  changeTelling: {
    summary:
      'Writes the text of a telling, which it creates if the place lacks it. The place may wait for an approval.',
    errors: ['forbidden', 'not_found', 'too_many', 'map_full', 'quota_exceeded'],
  },
  deleteTelling: {
    summary: 'Deletes a telling with its sound; of the place itself, only text and transcript.',
    errors: ['forbidden', 'not_found'],
  },
  changeTranscript: {
    summary: 'Writes or deletes the transcript of a telling, which it creates if the place lacks it.',
    errors: ['forbidden', 'not_found', 'too_many', 'map_full', 'quota_exceeded'],
  },
  addPicture: {
    summary: 'Adds a picture after the others, without its metadata. Its sizes and formats are made at once.',
    errors: ['forbidden', 'not_found', 'too_many', 'quota_exceeded'],
    work: ['pictures'],
  },
  changePicture: { summary: 'Says whose picture it is.', errors: ['forbidden', 'not_found'] },
  orderPictures: { summary: 'Puts the pictures of a place into another order.', errors: ['forbidden', 'not_found'] },
  deletePicture: { summary: 'Deletes a picture with its files.', errors: ['forbidden', 'not_found'] },
} as const satisfies Record<keyof typeof tellingCalls, CallDocs>;
