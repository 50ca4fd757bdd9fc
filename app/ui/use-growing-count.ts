import { startTransition, useEffect, useState } from 'react';

/**
 * Returns how many of `count` parts are to be rendered: `step` of them at first, and as many more after each rendering, as
 * soon as nothing else waits. A long list is then there at once, and no task is long.
 */
export function useGrowingCount(count: number, step: number): number {
  const [shown, setShown] = useState(step);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + step));
  }, [shown, count, step]);
  return Math.min(shown, count);
}
