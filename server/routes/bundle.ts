import type { Bundles } from '../domain/maps/bundles.ts';
import { done, type Handle } from '../http/handle.ts';

/** Registers the calls about bundles. */
export function registerBundleRoutes(handle: Handle, bundles: Bundles): void {
  handle('listBundles', async ({ caller }) => bundles.list(caller));
  handle('listBundleParcours', async ({ caller, params }) => bundles.listParcours(caller, params.bundleId));
  handle('createBundle', async ({ caller, body }) => bundles.create(caller, body));
  handle('updateBundle', async ({ caller, params, body }) => bundles.update(caller, params.bundleId, body));
  handle('deleteBundle', ({ caller, params }) => done(bundles.delete(caller, params.bundleId)));
  handle('addToBundle', ({ caller, params }) => done(bundles.add(caller, params.bundleId, params.mapId)));
  handle('removeFromBundle', ({ caller, params }) => done(bundles.remove(caller, params.bundleId, params.mapId)));
}
