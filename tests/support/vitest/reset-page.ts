import { Scope } from '../../../app/platform/scope.ts';
import { deleteDatabase, listFiles, removeFolder } from '../page/device.ts';

/** Of the page before any test. */
const { href } = location;
const { title } = document;

/** Takes away what the page shows, where it is and what it is called. Who loaded this first found it so. */
export function emptyPage(): void {
  document.body.replaceChildren();
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  for (const name of Object.keys(document.documentElement.dataset)) {
    delete document.documentElement.dataset[name];
  }
  document.title = title;
  history.replaceState(null, '', href);
}

/** Empties all that this page's origin keeps. */
export async function clearStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const name of await listFiles()) await removeFolder(name);
  for (const { name } of await indexedDB.databases()) await deleteDatabase(name ?? '');
}

const { add, dispose } = Scope.prototype;
/** The scopes of this page that hold something. */
const open = new Set<Scope>();

Scope.prototype.add = function (release) {
  if (!this.disposed) open.add(this);
  add.call(this, release);
};
Scope.prototype.dispose = function () {
  open.delete(this);
  dispose.call(this);
};

/** Disposes all scopes of this page that nobody has disposed: listeners, timers, workers, sounds and the like end with them. */
export function disposeScopes(): void {
  for (const scope of open) {
    try {
      scope.dispose();
    } catch {
      // Of a test that took away what it would be released from.
    }
  }
}
