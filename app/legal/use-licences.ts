import { useCallback, useEffect, useState } from 'react';
import { type LicensedPackage, loadLicences } from '../platform/net/licences.ts';

/** Returns the packages of this build (undefined while they load, null after a failure) and a retry function. */
export function useLicences(): readonly [list: readonly LicensedPackage[] | null | undefined, retry: () => void] {
  const [list, setList] = useState<readonly LicensedPackage[] | null>();
  const load = useCallback(() => {
    setList(undefined);
    loadLicences().then(setList, () => setList(null));
  }, []);
  useEffect(load, [load]);
  return [list, load];
}
