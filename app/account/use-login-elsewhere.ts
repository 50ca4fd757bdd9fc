import { useEffect, useRef } from 'react';
import { Scope } from '../platform/scope.ts';
import { watchStorage } from '../platform/storage/storage.ts';
import { checkSession, session } from '../session/session.ts';

/** Calls `onLoggedIn` after a login in another tab, whose session is also this tab's. */
export function useLoginElsewhere(onLoggedIn: () => void): void {
  const latest = useRef(onLoggedIn);
  useEffect(() => {
    latest.current = onLoggedIn;
  });
  useEffect(() => {
    const scope = new Scope();
    // A renewed token of the same account, such as a guest's, is no login.
    const before = session.user?.id;
    watchStorage(scope, 'token', () => {
      if (checkSession() && session.user?.id !== before) latest.current();
    });
    return () => scope.dispose();
  }, []);
}
