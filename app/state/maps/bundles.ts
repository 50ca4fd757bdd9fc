import { proxy } from 'valtio';
import type { Bundle, BundledParcours, BundleText } from '../../../contracts/bundle.ts';
import type { BundleId, ParcoursId } from '../../../contracts/vocabulary.ts';
import { call } from '../../platform/net/api.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** A bundle with the parcours it holds. */
export interface FilledBundle extends Bundle {
  /** Those that were known before where the last look failed. */
  readonly maps: readonly BundledParcours[];
  /** What made the last look at what it holds fail. */
  readonly failure: Error | null;
}

/** The bundles that the person sees. */
export interface BundlesState {
  /** `failed` keeps the list that was there before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** What made the last load fail. */
  failure: Error | null;
  /** As the server listed them. */
  list: FilledBundle[];
}

/** The bundles that the person sees. Changed by the functions of this file alone. */
export const bundles = proxy<BundlesState>({ status: 'idle', failure: null, list: [] });

let latestLoad = 0;

/**
 * Fetches the bundles and what they hold. A failure does not reject: it becomes `status` and `failure`, for the screen to
 * show with a way to try again; a bundle whose parcours alone can't be fetched has a `failure` of its own. Where several
 * loads overlap, the last one counts.
 */
export async function loadBundles(): Promise<void> {
  latestLoad += 1;
  const load = latestLoad;
  // What is shown stays while it is fetched again: most people have no bundle, and would see a spinner each time.
  if (bundles.status !== 'ready') bundles.status = 'loading';
  bundles.failure = null;
  try {
    const listed = await call('listBundles', {});
    const list = await Promise.all(listed.map(fill));
    if (load !== latestLoad) return;
    bundles.list = list;
    bundles.status = 'ready';
  } catch (error) {
    if (load !== latestLoad) return;
    bundles.failure = asError(error);
    bundles.status = 'failed';
  }
}

async function fill({ id, name, description }: Bundle): Promise<FilledBundle> {
  const bundle = { id, name, description };
  try {
    return { ...bundle, maps: await call('listBundleParcours', { params: { bundleId: id } }), failure: null };
  } catch (error) {
    const maps = bundles.list.find((known) => known.id === id)?.maps ?? [];
    return { ...bundle, maps, failure: asError(error) };
  }
}

/** Fetches again what one bundle holds; a failure becomes its `failure`. */
export async function refillBundle(id: BundleId): Promise<void> {
  const known = bundles.list.find((candidate) => candidate.id === id);
  if (known === undefined) return;
  const filled = await fill(known);
  bundles.list = bundles.list.map((candidate) => (candidate.id === id ? filled : candidate));
}

/** True for a parcours that stands in some bundle. */
export function isBundled(list: readonly FilledBundle[], id: ParcoursId): boolean {
  return list.some((bundle) => holds(bundle, id));
}

/** True for a bundle that holds this parcours. */
export function holds(bundle: FilledBundle, id: ParcoursId): boolean {
  return bundle.maps.some((map) => map.map_id === id);
}

/**
 * Makes an empty bundle.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing changes then. So do the other functions below.
 */
export async function createBundle(text: BundleText): Promise<void> {
  const bundle = await call('createBundle', { body: text });
  bundles.list.push({ ...bundle, maps: [], failure: null });
}

/** Gives a bundle another name and description. */
export async function updateBundle(id: BundleId, text: BundleText): Promise<void> {
  const bundle = await call('updateBundle', { params: { bundleId: id }, body: text });
  bundles.list = bundles.list.map((known) => (known.id === id ? { ...known, ...bundle } : known));
}

/** Deletes a bundle; its parcours stay. */
export async function deleteBundle(id: BundleId): Promise<void> {
  await call('deleteBundle', { params: { bundleId: id } });
  bundles.list = bundles.list.filter((known) => known.id !== id);
}

/** Puts a parcours into a bundle or takes it out, then fetches what the bundle holds. */
export async function setBundled(id: BundleId, mapId: ParcoursId, bundled: boolean): Promise<void> {
  await call(bundled ? 'addToBundle' : 'removeFromBundle', { params: { bundleId: id, mapId } });
  await refillBundle(id);
}

/** Forgets the bundles: for the end of a session. */
export function forgetBundles(): void {
  latestLoad += 1;
  Object.assign(bundles, { status: 'idle', failure: null, list: [] });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

forgetAtSessionEnd(forgetBundles);
