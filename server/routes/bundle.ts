import type { Bundles } from '../domain/maps/bundles.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about bundles. */
export function registerBundleRoutes(handle: Handle, bundles: Bundles): void {
  handle('listBundles', async ({ caller }) => bundles.list(caller));
  handle('listBundleParcours', async ({ caller, params }) => bundles.listParcours(caller, params.bundleId));
  handle('createBundle', async ({ caller, body }) => bundles.create(caller, body));
  handle('updateBundle', async ({ caller, params, body }) => bundles.update(caller, params.bundleId, body));
  handle('deleteBundle', async ({ caller, params }) => {
    await bundles.delete(caller, params.bundleId);
    return { status: 'ok' };
  });
  handle('addToBundle', async ({ caller, params }) => {
    await bundles.add(caller, params.bundleId, params.mapId);
    return { status: 'ok' };
  });
  handle('removeFromBundle', async ({ caller, params }) => {
    await bundles.remove(caller, params.bundleId, params.mapId);
    return { status: 'ok' };
  });
}
