import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { mayAnswerRoleRequests } from '../../contracts/permissions.ts';
import { followRoleRequests, roleRequests } from '../account/roles/role-requests.ts';
import { Scope } from '../platform/scope.ts';
import { session } from '../session/session.ts';

/** Returns the number of requests for the admin to answer; null for other people. Loaded now and on each return. */
export function useOpenRequests(): number | null {
  const { user } = useSnapshot(session);
  const { openCount } = useSnapshot(roleRequests);
  const mayAnswer = user !== null && mayAnswerRoleRequests(user.role);
  useEffect(() => {
    if (!mayAnswer) return;
    const scope = new Scope();
    followRoleRequests(scope, { polls: false });
    return () => scope.dispose();
  }, [mayAnswer]);
  return mayAnswer ? openCount : null;
}
