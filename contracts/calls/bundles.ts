import * as z from 'zod/mini';
import { Bundle, BundledParcours, BundleText, INVALID_BUNDLE_ID } from '../bundle.ts';
import { Done, numberFromText, type Route } from '../call.ts';
import { BundleId, ParcoursId } from '../vocabulary.ts';

// Every fault of the id is told in the same words.
const bundleIdFromText = z.pipe(
  z.coerce
    .number<string | number>({ error: INVALID_BUNDLE_ID })
    .check(z.refine((id) => BundleId.safeParse(id).success, { error: INVALID_BUNDLE_ID, abort: true })),
  BundleId,
);
const OneBundle = z.object({ bundleId: bundleIdFromText });
const OneBundledParcours = z.object({ bundleId: bundleIdFromText, mapId: numberFromText(ParcoursId) });

/** Calls about groups of parcours. */
export const bundleCalls = {
  listBundles: {
    method: 'GET',
    path: '/v1/bundle/bundles-for-user/',
    summary: 'The bundles that hold a parcours of the asker; all of them for those who manage bundles.',
    auth: 'token',
    response: z.array(Bundle),
  },
  listBundleParcours: {
    method: 'GET',
    path: '/v1/bundle/:bundleId/maps',
    summary: 'The parcours of a bundle that the asker is a member of; all of them for those who manage bundles.',
    auth: 'token',
    params: OneBundle,
    response: z.array(BundledParcours),
  },
  createBundle: {
    method: 'POST',
    path: '/v1/bundle',
    summary: 'Creates an empty bundle.',
    auth: 'token',
    body: { kind: 'json', schema: BundleText },
    response: Bundle,
  },
  updateBundle: {
    method: 'PUT',
    path: '/v1/bundle/:bundleId',
    summary: "Changes a bundle's name and description.",
    auth: 'token',
    params: OneBundle,
    body: { kind: 'json', schema: BundleText },
    response: Bundle,
  },
  deleteBundle: {
    method: 'DELETE',
    path: '/v1/bundle/:bundleId',
    summary: 'Deletes a bundle; its parcours stay.',
    auth: 'token',
    params: OneBundle,
    response: Done,
  },
  addToBundle: {
    method: 'PUT',
    path: '/v1/bundle/:bundleId/maps/:mapId',
    summary: 'Puts a parcours into a bundle; one that is there already stays.',
    auth: 'token',
    params: OneBundledParcours,
    response: Done,
  },
  removeFromBundle: {
    method: 'DELETE',
    path: '/v1/bundle/:bundleId/maps/:mapId',
    summary: 'Takes a parcours out of a bundle.',
    auth: 'token',
    params: OneBundledParcours,
    response: Done,
  },
} as const satisfies Record<string, Route>;
