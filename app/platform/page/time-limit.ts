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
