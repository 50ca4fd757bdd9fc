import { proxy } from 'valtio';
import { fetchConfig } from '../../platform/net/app-config.ts';
import { isOffline } from '../../platform/net/offline-mode.ts';
import { onMet, SILENT_MS } from '../../platform/net/reach.ts';
import { isOnline, isVisible, onOffline, onOnline, onVisible, reportOnline } from '../../platform/page/page-events.ts';
import { Scope } from '../../platform/scope.ts';

/** One request may fail for its own reasons: after this, another one is made. */
const DOUBT_MS = 1000;
/** Then the server is asked after so long, and after twice as long each time ... */
const LOOK_MIN_MS = 5000;
/** ... up to this. */
const LOOK_MAX_MS = 60_000;

/** Whether there is a network that leads to our server, as far as the device says, and what our own requests meet. */
export const network = proxy<{ isOnline: boolean }>({ isOnline: true });

/**
 * Follows what the device says of its network, and what our requests meet, until `scope` is disposed. Firefox and Safari call
 * a dead line behind a living network on line. Where a request meets nobody, the server is asked until it answers, while the
 * page is seen; that is told as a returning network is.
 */
export function followNetwork(scope: Scope): void {
  /** Owns the questions to the server while it is doubted. */
  let doubt: Scope | null = null;

  function believe(isThere: boolean): void {
    doubt?.dispose();
    doubt = null;
    network.isOnline = isThere;
  }

  function look(own: Scope, failed: number): void {
    const waitMs = failed === 0 ? DOUBT_MS : Math.min(LOOK_MIN_MS * 2 ** (failed - 1), LOOK_MAX_MS);
    own.timeout(async () => {
      // It is looked for again when the page is seen, and told anew when the switch goes off.
      if (!isVisible() || isOffline()) return;
      const patience = new Scope();
      own.add(() => patience.dispose());
      const request = fetchConfig({ signal: patience.signal() });
      patience.timeout(() => patience.dispose(), SILENT_MS);
      await request.catch(() => {});
      patience.dispose();
      // An answer, whatever it says, has ended the doubt.
      if (own.disposed) return;
      network.isOnline = false;
      look(own, failed + 1);
    }, waitMs);
  }

  function begin(): void {
    if (doubt !== null || !isOnline() || !isVisible() || isOffline()) return;
    doubt = new Scope();
    look(doubt, 0);
  }

  network.isOnline = isOnline();
  onMet(scope, (met) => {
    if (met === 'nobody') begin();
    else if (doubt !== null) {
      const wasOffline = !network.isOnline;
      believe(true);
      if (wasOffline) reportOnline();
    }
  });
  const follow = (): void => believe(isOnline());
  onOnline(scope, follow);
  onOffline(scope, follow);
  // Whoever comes back may have walked on.
  onVisible(scope, () => {
    if (doubt === null) return;
    doubt.dispose();
    doubt = new Scope();
    look(doubt, 0);
  });
  scope.add(() => doubt?.dispose());
}
