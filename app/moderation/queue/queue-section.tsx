import { useEffect } from 'react';
import { Scope } from '../../platform/scope.ts';
import { followQueue } from './queue.ts';
import { QueueList } from './queue-list.tsx';

/** The queue, reloaded regularly while it is shown. For the site's admins only. */
export function QueueSection() {
  useEffect(() => {
    const scope = new Scope();
    followQueue(scope, { polls: true });
    return () => scope.dispose();
  }, []);
  return <QueueList />;
}
