/** A signal with a timeout that can be restarted. */
interface TimeLimit {
  readonly signal: AbortSignal;
  /** Restarts the timeout. */
  renew(): void;
  /** Stops the timeout. The caller must call it at the end. */
  end(): void;
}

/** Creates a signal that aborts with `parent`, or with a TimeoutError when not renewed for `limitMs`. */
export function startTimeLimit(parent: AbortSignal | undefined, limitMs: number): TimeLimit {
  const controller = new AbortController();
  const abort = (): void => controller.abort(parent?.reason);
  const expire = (): void => controller.abort(new DOMException(`No progress for ${limitMs} ms`, 'TimeoutError'));
  let timer = setTimeout(expire, limitMs);
  parent?.addEventListener('abort', abort);
  if (parent?.aborted) abort();
  return {
    signal: controller.signal,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(expire, limitMs);
    },
    end() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', abort);
    },
  };
}
