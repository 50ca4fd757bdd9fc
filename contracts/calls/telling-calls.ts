import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import {
  ContentLanguage,
  ParcoursAbout,
  ParcoursAboutChange,
  ParcoursWords,
  PlaceWords,
  Telling,
  TellingKind,
  TellingText,
  Transcript,
} from '../telling.ts';
import { ParcoursId, PlaceId } from '../vocabulary.ts';

const OneParcours = z.object({ mapId: idFromText(ParcoursId) });
const OnePlace = z.object({ placeId: idFromText(PlaceId) });
const OneTelling = z.object({ placeId: idFromText(PlaceId), language: ContentLanguage, kind: TellingKind });

/** Calls about what places say beside their name and sound: texts, transcripts, other languages. */
export const tellingCalls = {
  readWords: {
    method: 'GET',
    path: '/v1/map/map/:mapId/words',
    auth: 'reader',
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
    body: { kind: 'json', schema: ParcoursAboutChange },
    response: ParcoursAbout,
  },
  readPlaceWords: {
    method: 'GET',
    path: '/v1/place/:placeId/words',
    auth: 'reader',
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
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link tellingCalls}. */
export const tellingCallDocs = {
  readWords: {
    summary:
      'What the places of a parcours say beside their names and sounds, as far as the caller may see them, without drafts of ' +
      'transcripts. Links to sounds lack their query, which is there once.',
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
  changeAbout: {
    summary:
      "Changes a parcours' first language, what visitors should know of it, and its name in other languages. With `was`, only " +
      'if nobody has changed it since.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  readPlaceWords: {
    summary:
      'What one place says beside its name and sound; to those who may change it with drafts of transcripts. ' +
      "The site's admins read it of any place but another account's draft.",
    errors: ['forbidden', 'not_found'],
  },
  changeTelling: {
    summary:
      'Writes the text of a telling, which it creates if the place lacks it, and ends if nothing is left of it. Pictures that ' +
      'are not named lose their description. The place may wait for an approval. The name of the place itself stays.',
    errors: ['forbidden', 'not_found', 'too_many', 'map_full', 'quota_exceeded'],
    work: ['bodies'],
  },
  deleteTelling: {
    summary: 'Deletes a telling with its sound; of the place itself, only text and transcript.',
    errors: ['forbidden', 'not_found'],
  },
  changeTranscript: {
    summary:
      'Writes or deletes the transcript of a telling, which it creates if the place lacks it. The place may wait for an approval.',
    errors: ['forbidden', 'not_found', 'too_many', 'map_full', 'quota_exceeded'],
    work: ['bodies'],
  },
} as const satisfies Record<keyof typeof tellingCalls, CallDocs>;
