import { proxy } from 'valtio';
import { fetchConfig } from '../platform/net/app-config.ts';
import { isOffline, onMet, SILENT_MS } from '../platform/net/reach.ts';
import { isOnline, isVisible, onOffline, onOnline, onVisible, reportOnline } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';

/** Delay before a second request, because one request may fail for its own reasons. */
const DOUBT_MS = 1000;
/** Delay before the next request, doubled each time ... */
const LOOK_MIN_MS = 5000;
/** ... up to this. */
const LOOK_MAX_MS = 60_000;

/** Whether a network leads to our server, according to the device and the outcome of our own requests. */
export const network = proxy<{ isOnline: boolean }>({ isOnline: true });

/**
 * Follows what the device reports about its network, and the outcome of our requests, until `scope` is disposed.
 * Firefox and Safari call a dead connection behind a working network online. After a request without an answer, the
 * server is asked until it answers, while the page is visible; an answer is reported like a returning network.
 */
export function followNetwork(scope: Scope): void {
  /** Owns the requests to the server while it is doubted. */
  let doubt: Scope | null = null;

  function believe(isThere: boolean): void {
    doubt?.dispose();
    doubt = null;
    network.isOnline = isThere;
  }

  function look(own: Scope, failed: number): void {
    const waitMs = failed === 0 ? DOUBT_MS : Math.min(LOOK_MIN_MS * 2 ** (failed - 1), LOOK_MAX_MS);
    own.timeout(async () => {
      // The check continues when the page becomes visible; switching 'hors ligne' off reports the network anew.
      if (!isVisible() || isOffline()) return;
      const patience = new Scope();
      own.add(() => patience.dispose());
      const request = fetchConfig({ signal: patience.signal() });
      patience.timeout(() => patience.dispose(), SILENT_MS);
      await request.catch(() => {});
      patience.dispose();
      // Any answer has ended the doubt.
      if (own.disposed) return;
      network.isOnline = false;
      look(own, failed + 1);
    }, waitMs);
  }

  function begin(): void {
    doubt?.dispose();
    doubt = new Scope();
    look(doubt, 0);
  }

  network.isOnline = isOnline();
  onMet(scope, (met) => {
    if (met === 'nobody') {
      if (doubt === null && isOnline() && isVisible() && !isOffline()) begin();
    } else if (doubt !== null) {
      const wasOffline = !network.isOnline;
      believe(true);
      if (wasOffline) reportOnline();
    }
  });
  const follow = (): void => believe(isOnline());
  onOnline(scope, follow);
  onOffline(scope, follow);
  // The person may have walked on meanwhile.
  onVisible(scope, () => {
    if (doubt !== null) begin();
  });
  scope.add(() => doubt?.dispose());
}
