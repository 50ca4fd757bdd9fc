/** A signal with a timeout that can be restarted. */
interface Patience {
  readonly signal: AbortSignal;
  /** Restarts the timeout. */
  renew(): void;
  /** Stops the timeout. The caller must call it at the end. */
  end(): void;
}

/** Creates a signal that aborts with `parent`, or with a TimeoutError when not renewed for `patienceMs`. */
export function startPatience(parent: AbortSignal | undefined, patienceMs: number): Patience {
  const controller = new AbortController();
  const abort = (): void => controller.abort(parent?.reason);
  const expire = (): void => controller.abort(new DOMException(`No progress for ${patienceMs} ms`, 'TimeoutError'));
  let timer = setTimeout(expire, patienceMs);
  parent?.addEventListener('abort', abort);
  if (parent?.aborted) abort();
  return {
    signal: controller.signal,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(expire, patienceMs);
    },
    end() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', abort);
    },
  };
}
