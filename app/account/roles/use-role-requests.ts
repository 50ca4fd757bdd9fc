import { useEffect } from 'react';
import { Scope } from '../../platform/scope.ts';
import { followRoleRequests } from './role-requests.ts';

/** Refreshes the requests while the component is mounted and `isOn`. */
export function useRoleRequests(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const scope = new Scope();
    followRoleRequests(scope, { polls: true });
    return () => scope.dispose();
  }, [isOn]);
}
