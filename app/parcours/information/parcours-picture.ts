import { isOffline } from '../../platform/net/reach.ts';
import { isStored, openStoredFile } from '../../platform/packs/stored-files.ts';
import type { Scope } from '../../platform/scope.ts';

/**
 * Finds the source of a picture: the file of a whole pack, otherwise its own address unless 'hors ligne' is on.
 *
 * @param onAddress called at once for a network address, later for a stored file, whose address is valid until `scope`
 *   is disposed; with null if the picture can't be shown. Not called after that.
 */
export function findPicture(scope: Scope, url: string, onAddress: (address: string | null) => void): void {
  const addressOnNetwork = (): string | null => (isOffline() ? null : url);
  if (!isStored(url)) {
    onAddress(addressOnNetwork());
    return;
  }
  void openStoredFile(url).then((file) => {
    // A damaged file is replaced by the network's.
    if (!scope.disposed) onAddress(file === null ? addressOnNetwork() : scope.objectUrl(file));
  });
}
