import { isKept, openKept } from '../../platform/kept/kept-files.ts';
import { isOffline } from '../../platform/net/offline-mode.ts';
import type { Scope } from '../../platform/scope.ts';

/**
 * Finds where a picture is shown from: the file of a whole pack, else its own address unless 'hors ligne' is on.
 *
 * @param onAddress called at once for a picture of the network, later for a kept file, whose address is valid until `scope` is
 *   disposed; with null where the picture can't be shown. Not called after that.
 */
export function findPicture(scope: Scope, url: string, onAddress: (address: string | null) => void): void {
  const addressOnNetwork = (): string | null => (isOffline() ? null : url);
  if (!isKept(url)) {
    onAddress(addressOnNetwork());
    return;
  }
  void openKept(url).then((file) => {
    // A damaged file is shown from the network.
    if (!scope.disposed) onAddress(file === null ? addressOnNetwork() : scope.objectUrl(file));
  });
}
