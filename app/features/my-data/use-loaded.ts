import { useCallback, useEffect, useState } from 'react';

/** What `read` resolves with: undefined while it loads, null where it failed; and a way to try again. */
export function useLoaded<Value>(read: () => Promise<Value>): readonly [Value | null | undefined, () => void] {
  const [value, setValue] = useState<Value | null>();
  const load = useCallback(() => {
    setValue(undefined);
    read().then(setValue, () => setValue(null));
  }, [read]);
  useEffect(load, [load]);
  return [value, load];
}
