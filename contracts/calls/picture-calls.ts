import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, imageBody, type Route } from '../call.ts';
import { PICTURE_CREDIT_MAX, PICTURES_MAX } from '../limits.ts';
import { lineOf } from '../lines.ts';
import { Picture } from '../telling.ts';
import { PictureId, PlaceId } from '../vocabulary.ts';

const OnePlace = z.object({ placeId: idFromText(PlaceId) });
const OnePicture = z.object({ placeId: idFromText(PlaceId), pictureId: idFromText(PictureId) });

/** Calls about the pictures of places; their descriptions are in the tellings. */
export const pictureCalls = {
  addPicture: {
    method: 'POST',
    path: '/v1/place/:placeId/pictures',
    auth: 'token',
    idempotent: true,
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

/** What the API's description says of {@link pictureCalls}. */
export const pictureCallDocs = {
  addPicture: {
    summary: 'Adds a picture after the others, without its metadata. Its sizes and formats are made at once.',
    errors: ['forbidden', 'not_found', 'conflict', 'too_many', 'quota_exceeded'],
    work: ['pictures'],
  },
  changePicture: { summary: 'Says whose picture it is.', errors: ['forbidden', 'not_found'] },
  orderPictures: {
    summary: 'Puts the pictures of a place into another order, which has each of them once.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  deletePicture: { summary: 'Deletes a picture with its files.', errors: ['forbidden', 'not_found'] },
} as const satisfies Record<keyof typeof pictureCalls, CallDocs>;
