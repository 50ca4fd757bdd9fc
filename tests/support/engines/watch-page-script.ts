declare global {
  interface Window {
    /** What this page has done that a step may not do. */
    watched?: Watched;
  }
}

/** What {@link watchPageScript} counts. */
export interface Watched {
  /** What the content policy has refused. */
  readonly refused: readonly string[];
  /** How often the browser was asked to keep what is stored. */
  readonly persists: number;
}

/** In the page, before its own scripts: watches for what no step may do. */
export function watchPageScript(): void {
  const refused: string[] = [];
  const watched = { refused, persists: 0 };
  window.watched = watched;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    refused.push(`${violatedDirective}: ${blockedURI}`);
  });
  if (typeof StorageManager === 'undefined') return;
  const persist = StorageManager.prototype.persist;
  StorageManager.prototype.persist = function count(this: StorageManager) {
    watched.persists += 1;
    return persist.call(this);
  };
}
