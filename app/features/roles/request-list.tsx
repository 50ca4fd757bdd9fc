import { Inbox } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { roleRequests } from '../../state/session/role-requests.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { roleStrings } from '../../words/roles.ts';
import { RequestCard } from './request-card.tsx';
import { RetryAlert } from './retry-alert.tsx';
import styles from './roles.module.css';

const words = roleStrings.requests;

/** The open requests, each with its two answers; the line above them gets the focus of one that was answered. */
export function RequestList() {
  const { open, openCount, status, failure } = useSnapshot(roleRequests);
  const lead = useRef<HTMLDivElement>(null);
  const heir = useFocusHeir(() => lead.current);
  if (open.length === 0 && (status === 'idle' || status === 'loading')) {
    return (
      <div className={styles.loading}>
        <Spinner size={28} label={words.loading} />
      </div>
    );
  }
  const hidden = openCount - open.length;
  return (
    <div className={styles.stack}>
      {status === 'failed' ? <RetryAlert failure={failure} words={words.failed} /> : null}
      <div ref={lead} tabIndex={-1}>
        {open.length > 0 ? <p className={styles.hint}>{words.lead}</p> : null}
        {open.length === 0 && status === 'ready' ? (
          <EmptyState icon={<Inbox size={26} />} title={words.none} hint={words.noneHint} />
        ) : null}
      </div>
      <ul className={styles.requests} {...heir}>
        {open.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ul>
      {hidden > 0 ? <p className={styles.hint}>{words.more(hidden)}</p> : null}
    </div>
  );
}
