import { proxy } from 'valtio';
import type { Bundle, BundledParcours, BundleText } from '../../contracts/bundle.ts';
import { bundleCalls } from '../../contracts/calls/bundle-calls.ts';
import type { BundleId, ParcoursId } from '../../contracts/vocabulary.ts';
import { asError, createLoader, type LoadState, notLoaded } from '../page/load-state.ts';
import { addCalls, call } from '../platform/net/api.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

addCalls(bundleCalls);

interface BundleWithParcours extends Bundle {
  /** The last known ones if the last fetch failed. */
  readonly parcours: readonly BundledParcours[];
  /** Why the last fetch of `parcours` failed. */
  readonly failure: Error | null;
}

/** The bundles that the person sees, in the server's order. Changed only in this file. */
export const bundles = proxy<LoadState & { list: BundleWithParcours[] }>({ ...notLoaded(), list: [] });

// Most people have no bundle, and would see a spinner at each load.
const loader = createLoader(bundles, { staysReady: true });

/** Loads the bundles and their parcours. If a bundle's parcours can't be fetched, it has a `failure`. Never rejects. */
export function loadBundles(): Promise<void> {
  return loader.load(
    async () => Promise.all((await call('listBundles', {})).map(withParcours)),
    (list) => {
      bundles.list = list;
    },
  );
}

async function withParcours({ id, name, description }: Bundle): Promise<BundleWithParcours> {
  const bundle = { id, name, description };
  try {
    return { ...bundle, parcours: await call('listBundleParcours', { params: { bundleId: id } }), failure: null };
  } catch (error) {
    const parcours = bundles.list.find((known) => known.id === id)?.parcours ?? [];
    return { ...bundle, parcours, failure: asError(error) };
  }
}

/** Fetches the parcours of one bundle again. Never rejects: a failure becomes the bundle's `failure`. */
export async function reloadBundle(id: BundleId): Promise<void> {
  const known = bundles.list.find((candidate) => candidate.id === id);
  if (known === undefined) return;
  const loaded = await withParcours(known);
  bundles.list = bundles.list.map((candidate) => (candidate.id === id ? loaded : candidate));
}

/** True for a parcours that is in some bundle. */
export function isBundled(list: readonly BundleWithParcours[], id: ParcoursId): boolean {
  return list.some((bundle) => holds(bundle, id));
}

/** True if the bundle holds this parcours. */
export function holds(bundle: BundleWithParcours, id: ParcoursId): boolean {
  return bundle.parcours.some((listed) => listed.map_id === id);
}

/** Creates an empty bundle. @throws {ApiError | NetworkError} as `call` does, like the functions below. */
export async function createBundle(text: BundleText): Promise<void> {
  const bundle = await call('createBundle', { body: text });
  bundles.list.push({ ...bundle, parcours: [], failure: null });
}

/** Changes a bundle's name and description. */
export async function updateBundle(id: BundleId, text: BundleText): Promise<void> {
  const bundle = await call('updateBundle', { params: { bundleId: id }, body: text });
  bundles.list = bundles.list.map((known) => (known.id === id ? { ...known, ...bundle } : known));
}

/** Deletes a bundle; its parcours stay. */
export async function deleteBundle(id: BundleId): Promise<void> {
  await call('deleteBundle', { params: { bundleId: id } });
  bundles.list = bundles.list.filter((known) => known.id !== id);
}

/** Adds a parcours to a bundle or removes it, then fetches the bundle's parcours again. */
export async function setBundled(id: BundleId, parcoursId: ParcoursId, bundled: boolean): Promise<void> {
  await call(bundled ? 'addToBundle' : 'removeFromBundle', { params: { bundleId: id, mapId: parcoursId } });
  await reloadBundle(id);
}

/** Clears the bundles at the end of a session. */
export function forgetBundles(): void {
  loader.supersede();
  Object.assign(bundles, { ...notLoaded(), list: [] });
}

forgetAtSessionEnd(forgetBundles);
