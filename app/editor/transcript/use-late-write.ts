import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { onHidden } from '../../platform/page/page-events.ts';
import { inScope, type Release, type Scope } from '../../platform/scope.ts';

/** A pause in typing. */
const LATE_MS = 400;

/**
 * Returns a function that passes on the latest value once no other has come for a moment, and at once when the page is
 * hidden or the component goes: for values that cost too much to write for each letter. `write` must not throw.
 */
export function useLateWrite<Value>(write: (value: Value) => void): (value: Value) => void {
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  const owner = useRef<Scope | null>(null);
  const waiting = useRef<{ readonly value: Value; readonly cancel: Release } | null>(null);
  const flush = useCallback((): void => {
    const late = waiting.current;
    waiting.current = null;
    late?.cancel();
    if (late !== null) latest.current(late.value);
  }, []);
  // Whoever closes what `write` writes to, when all goes at once, does so after layout effects.
  useLayoutEffect(
    () =>
      inScope((scope) => {
        owner.current = scope;
        onHidden(scope, flush);
        scope.add(flush);
      }),
    [flush],
  );
  return useCallback(
    (value) => {
      waiting.current?.cancel();
      waiting.current = { value, cancel: owner.current?.timeout(flush, LATE_MS) ?? (() => {}) };
    },
    [flush],
  );
}
