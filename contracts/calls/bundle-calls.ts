import * as z from 'zod/mini';
import { Bundle, BundledParcours, BundleText, INVALID_BUNDLE_ID } from '../bundle.ts';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import { BundleId, ParcoursId } from '../vocabulary.ts';

// The specification has one message for every invalid id.
const bundleIdFromText = idFromText(BundleId, INVALID_BUNDLE_ID);
const OneBundle = z.object({ bundleId: bundleIdFromText });
const OneBundledParcours = z.object({ bundleId: bundleIdFromText, mapId: idFromText(ParcoursId) });

/** Calls about groups of parcours. */
export const bundleCalls = {
  listBundles: { method: 'GET', path: '/v1/bundle/bundles-for-user/', auth: 'token', response: z.array(Bundle) },
  listBundleParcours: {
    method: 'GET',
    path: '/v1/bundle/:bundleId/maps',
    auth: 'token',
    params: OneBundle,
    response: z.array(BundledParcours),
  },
  createBundle: {
    method: 'POST',
    path: '/v1/bundle',
    auth: 'token',
    body: { kind: 'json', schema: BundleText },
    response: Bundle,
  },
  updateBundle: {
    method: 'PUT',
    path: '/v1/bundle/:bundleId',
    auth: 'token',
    params: OneBundle,
    body: { kind: 'json', schema: BundleText },
    response: Bundle,
  },
  deleteBundle: { method: 'DELETE', path: '/v1/bundle/:bundleId', auth: 'token', params: OneBundle, response: Done },
  addToBundle: {
    method: 'PUT',
    path: '/v1/bundle/:bundleId/maps/:mapId',
    auth: 'token',
    params: OneBundledParcours,
    response: Done,
  },
  removeFromBundle: {
    method: 'DELETE',
    path: '/v1/bundle/:bundleId/maps/:mapId',
    auth: 'token',
    params: OneBundledParcours,
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link bundleCalls}. */
export const bundleCallDocs = {
  listBundles: {
    summary: 'The bundles with a parcours that the caller is a member of; all of them for those who manage bundles.',
    errors: [],
  },
  listBundleParcours: {
    summary: 'The parcours of a bundle that the caller is a member of; all of them for those who manage bundles.',
    errors: ['forbidden', 'not_found'],
  },
  createBundle: { summary: 'Creates an empty bundle.', errors: ['forbidden', 'too_many'] },
  updateBundle: { summary: "Changes a bundle's name and description.", errors: ['forbidden', 'not_found'] },
  deleteBundle: { summary: 'Deletes a bundle; its parcours stay.', errors: ['forbidden', 'not_found'] },
  addToBundle: {
    summary: 'Adds a parcours to a bundle; does nothing if it is already there.',
    errors: ['forbidden', 'not_found', 'too_many'],
  },
  removeFromBundle: { summary: 'Removes a parcours from a bundle.', errors: ['forbidden', 'not_found'] },
} as const satisfies Record<keyof typeof bundleCalls, CallDocs>;
