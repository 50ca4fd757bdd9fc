/** Undoes one acquisition. */
export type Release = () => void;

/**
 * Owns what must be released: listeners, timers, observers, object URLs, media streams, map layers. Its creator disposes
 * it. Anything registered later is released at once, so that a late response leaks nothing.
 */
export class Scope {
  #releases: Release[] = [];
  #disposed = false;

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Registers a release function; calls it at once if the scope is already disposed. */
  add(release: Release): void {
    if (this.#disposed) release();
    else this.#releases.push(release);
  }

  /** Creates a scope within this one, disposed with this one at the latest, before what was registered earlier. */
  child(): Scope {
    const child = new Scope();
    const release: Release = () => child.dispose();
    child.add(() => this.#forget(release));
    this.add(release);
    return child;
  }

  /** Listens to an event of `target` until the scope is disposed. The caller chooses the event's type `E`. */
  listen<E extends Event = Event>(
    target: EventTarget,
    type: string,
    listener: (event: E) => void,
    options?: AddEventListenerOptions,
  ): void {
    const untyped = listener as EventListener;
    target.addEventListener(type, untyped, options);
    this.add(() => target.removeEventListener(type, untyped, options));
  }

  /** Runs `task` once after `delayMs`, unless the scope is disposed first. Returns a function that cancels it. */
  timeout(task: () => void, delayMs: number): Release {
    if (this.#disposed) return () => {};
    const timer = setTimeout(() => {
      this.#forget(release);
      task();
    }, delayMs);
    const release: Release = () => {
      clearTimeout(timer);
      this.#forget(release);
    };
    this.add(release);
    return release;
  }

  /** Runs `task` every `periodMs` until the scope is disposed. */
  interval(task: () => void, periodMs: number): void {
    const timer = setInterval(task, periodMs);
    this.add(() => clearInterval(timer));
  }

  /** Returns an object URL for `blob`, revoked with the scope. */
  objectUrl(blob: Blob): string {
    const url = URL.createObjectURL(blob);
    this.add(() => URL.revokeObjectURL(url));
    return url;
  }

  /** Returns a signal that aborts with the scope. */
  signal(): AbortSignal {
    const controller = new AbortController();
    this.add(() => controller.abort());
    return controller.signal;
  }

  /** Releases everything, last first. If a release function throws, the others still run; then throws the first error. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const releases = this.#releases.reverse();
    this.#releases = [];
    const errors: unknown[] = [];
    for (const release of releases) {
      try {
        release();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  #forget(release: Release): void {
    this.#releases = this.#releases.filter((other) => other !== release);
  }
}

/** Runs `open` in a new scope, and returns the function that disposes it: for an effect of React. */
export function inScope(open: (scope: Scope) => void): Release {
  const scope = new Scope();
  open(scope);
  return () => scope.dispose();
}
