import { mayDrop } from '../../contracts/permissions.ts';
import { prefetchConverter } from '../../workers/client/prefetch-converter.ts';
import { dropTarget } from '../drops/drop-mode.ts';
import { parcours } from '../parcours/parcours.ts';
import { isConnectionGood } from '../platform/net/connection.ts';
import { Scope } from '../platform/scope.ts';
import { session } from '../session/session.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** The session's download, running or finished; null before it. */
let download: Scope | null = null;

/**
 * Fetches the converter before an author needs it, so that their first file is converted at once: once per session, for
 * people who may upload, and only if the connection is known to be good. Must be called when the editor opens.
 */
export function fetchConverterAhead(): void {
  const { user } = session;
  const target = dropTarget(parcours);
  const mayUpload = user !== null && target !== null && mayDrop(user.role, target.privilege);
  if (download !== null || !mayUpload || !isConnectionGood()) return;
  const begun = new Scope();
  download = begun;
  prefetchConverter(begun.signal()).catch(() => {
    // The first conversion fetches it, or the editor when it is opened again.
    if (download === begun) download = null;
  });
}

forgetAtSessionEnd(() => {
  download?.dispose();
  download = null;
});
