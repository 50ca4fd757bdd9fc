import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { mayAdminister } from '../../contracts/permissions.ts';
import { followQueue, moderationQueue } from '../moderation/queue/queue.ts';
import { Scope } from '../platform/scope.ts';
import { session } from '../session/session.ts';

/**
 * Returns the number of items that wait for the admin's decision; null for other people. Loaded now and on each return.
 */
export function useOpenReports(): number | null {
  const { user } = useSnapshot(session);
  const { found } = useSnapshot(moderationQueue);
  const isModerator = user !== null && mayAdminister(user.role);
  useEffect(() => {
    if (!isModerator) return;
    const scope = new Scope();
    followQueue(scope, { polls: false });
    return () => scope.dispose();
  }, [isModerator]);
  return isModerator ? found.openCount : null;
}
