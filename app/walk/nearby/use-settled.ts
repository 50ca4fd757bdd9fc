import { useEffect, useState } from 'react';
import { Scope } from '../../platform/scope.ts';

/** Whether `key` has been the same, and not null, for `delayMs`. */
export function useSettled(key: string | null, delayMs: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) return;
    const scope = new Scope();
    scope.timeout(() => setSettled(key), delayMs);
    scope.add(() => setSettled(null));
    return () => scope.dispose();
  }, [key, delayMs]);
  return key !== null && settled === key;
}
