import * as z from 'zod/mini';
import { AppConfig } from './config.ts';
import { AcceptInvite, Invite, JoinedParcours, NewInvite } from './invite.ts';
import { MAP_IDS_MAX } from './limits.ts';
import { CreatedParcours, NewParcours, Parcours } from './parcours.ts';
import { NewPlace, Place, PlaceDetail } from './place.ts';
import { AUDIO_PART, AudioUploadFields, MISSING_AUDIO, UploadedAudio } from './recording.ts';
import { Credentials, NewAccount, User } from './user.ts';
import { ParcoursId, PlaceId } from './vocabulary.ts';

/**
 * How a call's body travels. A multipart body has text fields and one file in the part named `file`; `missingFile` is
 * the message of the error for a request without it.
 */
export type Body<Schema extends z.ZodMiniType = z.ZodMiniType> =
  | { readonly kind: 'json'; readonly schema: Schema }
  | { readonly kind: 'multipart'; readonly schema: Schema; readonly file: string; readonly missingFile: string };

/**
 * One call of the API. Server registration, the app's client and the tests derive from it.
 *
 * `auth` says whether a valid token is needed; what the person may do is the domain's to decide. `params` are the
 * `:names` in the path, `query` the text after `?`; both arrive as text and their schemas turn it into values.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly auth: 'none' | 'token';
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: Body;
  readonly answer: z.ZodMiniType;
}

const idInPath = <Id extends z.ZodMiniType<number, number>>(id: Id) => z.pipe(z.coerce.number<string | number>(), id);

/** Every call of the API, once. Names are what the code calls them; paths and payloads are the wire's. */
export const routes = {
  readHealth: {
    method: 'GET',
    path: '/healthz',
    auth: 'none',
    answer: z.object({ status: z.literal('ok') }),
  },
  readConfig: {
    method: 'GET',
    path: '/v1/config',
    auth: 'none',
    answer: AppConfig,
  },
  createAccount: {
    method: 'POST',
    path: '/v1/user/createaccount',
    auth: 'none',
    body: { kind: 'json', schema: NewAccount },
    answer: z.object({ user: User }),
  },
  login: {
    method: 'POST',
    path: '/v1/user/login',
    auth: 'none',
    body: { kind: 'json', schema: Credentials },
    answer: z.object({ user: User, token: z.string() }),
  },
  createParcours: {
    method: 'POST',
    path: '/v1/map/parcours',
    auth: 'token',
    body: { kind: 'json', schema: NewParcours },
    answer: z.object({ newParcours: CreatedParcours }),
  },
  listParcours: {
    method: 'GET',
    path: '/v1/map/maps-for-user',
    auth: 'token',
    // Sent because the wire has it; the token decides whose parcours these are.
    query: z.object({ userId: z.optional(z.string()) }),
    answer: z.array(Parcours),
  },
  createPlace: {
    method: 'POST',
    path: '/v1/place/places',
    auth: 'token',
    body: { kind: 'json', schema: NewPlace },
    answer: z.object({ newPlace: z.object({ place_id: PlaceId }) }),
  },
  listPlaces: {
    method: 'POST',
    path: '/v1/place/places/by-map-ids',
    auth: 'token',
    body: { kind: 'json', schema: z.object({ mapIds: z.array(ParcoursId).check(z.maxLength(MAP_IDS_MAX)) }) },
    answer: z.object({ places: z.array(Place) }),
  },
  readPlace: {
    method: 'GET',
    path: '/v1/place/:placeId',
    auth: 'token',
    params: z.object({ placeId: idInPath(PlaceId) }),
    answer: PlaceDetail,
  },
  uploadAudio: {
    method: 'POST',
    path: '/v1/drop/upload',
    auth: 'token',
    body: { kind: 'multipart', schema: AudioUploadFields, file: AUDIO_PART, missingFile: MISSING_AUDIO },
    answer: UploadedAudio,
  },
  createInvite: {
    method: 'POST',
    path: '/v1/invite',
    auth: 'token',
    body: { kind: 'json', schema: NewInvite },
    answer: Invite,
  },
  acceptInvite: {
    method: 'POST',
    path: '/v1/invite/accept',
    auth: 'token',
    body: { kind: 'json', schema: AcceptInvite },
    answer: JoinedParcours,
  },
} as const satisfies Record<string, Route>;

/** The table of calls. */
export type Routes = typeof routes;
/** The name of a call. */
export type RouteName = keyof Routes;

/** What a caller passes for one part of a call, before the schema reads it; nothing where the call has no such part. */
type Part<R, Key extends string> = R extends { readonly [K in Key]: infer S extends z.ZodMiniType }
  ? { readonly [K in Key]: z.input<S> }
  : unknown;

type BodyInput<R, File> = R extends {
  readonly body: { readonly kind: 'json'; readonly schema: infer S extends z.ZodMiniType };
}
  ? { readonly body: z.input<S> }
  : R extends { readonly body: { readonly kind: 'multipart'; readonly schema: infer S extends z.ZodMiniType } }
    ? { readonly fields: { readonly [K in keyof z.output<S>]: string | number }; readonly file: File }
    : unknown;

type BodyOutput<R> = R extends { readonly body: { readonly schema: infer S extends z.ZodMiniType } }
  ? { readonly body: z.output<S> }
  : unknown;

type PartOutput<R, Key extends string> = R extends { readonly [K in Key]: infer S extends z.ZodMiniType }
  ? { readonly [K in Key]: z.output<S> }
  : unknown;

/** What the app's client is given for a call; `File` is the environment's own type of a multipart file. */
export type CallInput<Name extends RouteName, File> = Part<Routes[Name], 'params'> &
  Part<Routes[Name], 'query'> &
  BodyInput<Routes[Name], File>;

/** What the server's handler is given for a call, once the schemas have read it. */
export type CallParsed<Name extends RouteName> = PartOutput<Routes[Name], 'params'> &
  PartOutput<Routes[Name], 'query'> &
  BodyOutput<Routes[Name]>;

/** What a call answers, as the client reads it. */
export type CallAnswer<Name extends RouteName> = z.output<Routes[Name]['answer']>;
