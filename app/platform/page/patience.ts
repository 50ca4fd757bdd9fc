/** A signal that gives up by itself. */
export interface Patience {
  readonly signal: AbortSignal;
  /** Something happened: the wait begins anew. */
  renew(): void;
  /** Stops watching. Must be called in the end. */
  end(): void;
}

/** A signal that aborts with `parent`, and with a TimeoutError when nothing renewed it for `patienceMs`. */
export function startPatience(parent: AbortSignal, patienceMs: number): Patience {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent.reason);
  const lose = (): void => controller.abort(new DOMException(`Nothing happened for ${patienceMs} ms`, 'TimeoutError'));
  let timer = setTimeout(lose, patienceMs);
  parent.addEventListener('abort', follow);
  if (parent.aborted) follow();
  return {
    signal: controller.signal,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(lose, patienceMs);
    },
    end() {
      clearTimeout(timer);
      parent.removeEventListener('abort', follow);
    },
  };
}
