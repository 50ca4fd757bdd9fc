import { Scope } from '../../app/platform/scope.ts';

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
