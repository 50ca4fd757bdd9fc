import type * as z from 'zod/mini';
import type { CallDocs } from './call.ts';
import { accountCallDocs } from './calls/account-calls.ts';
import { adminCallDocs, adminCalls } from './calls/admin-calls.ts';
import { bundleCallDocs, bundleCalls } from './calls/bundle-calls.ts';
import { deletedCallDocs, deletedCalls } from './calls/deleted-calls.ts';
import { dropCallDocs, dropCalls } from './calls/drop-calls.ts';
import { exchangeCallDocs, exchangeCalls } from './calls/exchange-calls.ts';
import { firstCalls } from './calls/first-calls.ts';
import { heardCallDocs, heardCalls } from './calls/heard-calls.ts';
import { importCallDocs, importCalls } from './calls/import-calls.ts';
import { inviteCallDocs } from './calls/invite-calls.ts';
import { manyCallDocs, manyCalls } from './calls/many-calls.ts';
import { moderationCallDocs, moderationCalls } from './calls/moderation-calls.ts';
import { orderCallDocs, orderCalls } from './calls/order-calls.ts';
import { parcoursCallDocs, parcoursCalls } from './calls/parcours-calls.ts';
import { passkeyCallDocs, passkeyCalls } from './calls/passkey-calls.ts';
import { pictureCallDocs, pictureCalls } from './calls/picture-calls.ts';
import { placeCallDocs, placeCalls } from './calls/place-calls.ts';
import { placeListCallDocs, placeListCalls } from './calls/place-list-calls.ts';
import { plannedCallDocs, plannedCalls } from './calls/planned-calls.ts';
import { remarkCallDocs, remarkCalls } from './calls/remark-calls.ts';
import { rightsCallDocs, rightsCalls } from './calls/rights-calls.ts';
import { roleRequestCallDocs, roleRequestCalls } from './calls/role-request-calls.ts';
import { securityCallDocs, securityCalls } from './calls/security-calls.ts';
import { serviceCallDocs } from './calls/service-calls.ts';
import { tellingCallDocs, tellingCalls } from './calls/telling-calls.ts';
import { versionCallDocs, versionCalls } from './calls/version-calls.ts';

/** Every call of the API, once. Names are for the code; paths and payloads are those of the wire. */
export const routes = {
  ...firstCalls,
  ...parcoursCalls,
  ...placeCalls,
  ...placeListCalls,
  ...orderCalls,
  ...manyCalls,
  ...importCalls,
  ...plannedCalls,
  ...versionCalls,
  ...tellingCalls,
  ...pictureCalls,
  ...heardCalls,
  ...bundleCalls,
  ...dropCalls,
  ...securityCalls,
  ...passkeyCalls,
  ...roleRequestCalls,
  ...rightsCalls,
  ...exchangeCalls,
  ...adminCalls,
  ...deletedCalls,
  ...moderationCalls,
  ...remarkCalls,
} as const;

/** The table of calls. */
export type Routes = typeof routes;
/** The name of a call. */
export type RouteName = keyof Routes;

/** The description of each call: only for the server and tests, so that no browser loads it. */
export const callDocs: Readonly<Record<RouteName, CallDocs>> = {
  ...serviceCallDocs,
  ...accountCallDocs,
  ...inviteCallDocs,
  ...parcoursCallDocs,
  ...placeCallDocs,
  ...placeListCallDocs,
  ...orderCallDocs,
  ...manyCallDocs,
  ...importCallDocs,
  ...plannedCallDocs,
  ...versionCallDocs,
  ...tellingCallDocs,
  ...pictureCallDocs,
  ...heardCallDocs,
  ...bundleCallDocs,
  ...dropCallDocs,
  ...securityCallDocs,
  ...passkeyCallDocs,
  ...roleRequestCallDocs,
  ...rightsCallDocs,
  ...exchangeCallDocs,
  ...adminCallDocs,
  ...deletedCallDocs,
  ...moderationCallDocs,
  ...remarkCallDocs,
};

/** The names of the versioned calls. */
export type VersionedName = {
  [Name in RouteName]: Routes[Name] extends { readonly versioned: true } ? Name : never;
}[RouteName];

/** The input of one part of a call, before parsing; `unknown` if the call has no such part. */
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

/** The query of a call; optional if each of its parameters is. */
type QueryInput<R> = R extends { readonly query: infer S extends z.ZodMiniType }
  ? Record<string, never> extends z.input<S>
    ? { readonly query?: z.input<S> }
    : { readonly query: z.input<S> }
  : unknown;

type PartOutput<R, Key extends string> = R extends { readonly [K in Key]: infer S extends z.ZodMiniType }
  ? { readonly [K in Key]: z.output<S> }
  : unknown;

/** The input of a call for the app's client; `File` is the environment's type of a multipart file. */
export type CallInput<Name extends RouteName, File> = Part<Routes[Name], 'params'> &
  QueryInput<Routes[Name]> &
  Part<Routes[Name], 'headers'> &
  BodyInput<Routes[Name], File>;

/** The parsed input of a call for the server's handler. */
export type CallParsed<Name extends RouteName> = PartOutput<Routes[Name], 'params'> &
  PartOutput<Routes[Name], 'query'> &
  PartOutput<Routes[Name], 'headers'> &
  BodyOutput<Routes[Name]>;

/** The parsed response of a call. */
export type CallResponse<Name extends RouteName> = z.output<Routes[Name]['response']>;
