import { Scope } from '../scope.ts';

/**
 * Waits for `forMs`; rejects with the signal's reason once it aborts.
 *
 * @param endEarly may end the pause, by what it registers with the scope
 */
export function pause(
  forMs: number,
  signal: AbortSignal,
  endEarly: (scope: Scope, end: () => void) => void = () => {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const scope = new Scope();
    const end = (): void => {
      scope.dispose();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    scope.timeout(end, forMs);
    endEarly(scope, end);
    scope.listen(signal, 'abort', end);
    if (signal.aborted) end();
  });
}

/**
 * Creates a signal that aborts with `parent`, or with a TimeoutError when not renewed for `limitMs`. The caller must end
 * it.
 */
export function startTimeLimit(parent: AbortSignal | undefined, limitMs: number) {
  const controller = new AbortController();
  const abort = (): void => controller.abort(parent?.reason);
  const expire = (): void => controller.abort(new DOMException(`No progress for ${limitMs} ms`, 'TimeoutError'));
  let timer = setTimeout(expire, limitMs);
  parent?.addEventListener('abort', abort);
  if (parent?.aborted) abort();
  return {
    signal: controller.signal,
    renew(): void {
      clearTimeout(timer);
      timer = setTimeout(expire, limitMs);
    },
    end(): void {
      clearTimeout(timer);
      parent?.removeEventListener('abort', abort);
    },
  };
}
