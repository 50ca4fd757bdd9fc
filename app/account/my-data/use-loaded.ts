import { useCallback, useEffect, useState } from 'react';

/** Returns the result of `read`, undefined while it loads and null if it failed, and a function to try again. */
export function useLoaded<Value>(read: () => Promise<Value>): readonly [Value | null | undefined, () => void] {
  const [value, setValue] = useState<Value | null>();
  const load = useCallback(() => {
    setValue(undefined);
    read().then(setValue, () => setValue(null));
  }, [read]);
  useEffect(load, [load]);
  return [value, load];
}
