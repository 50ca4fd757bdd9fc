import { Inbox } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RequestCard } from './request-card.tsx';
import { RetryAlert } from './retry-alert.tsx';
import { roleRequests } from './role-requests.ts';
import styles from './roles.module.css';
import { roleStrings } from './roles-words.ts';
import { useAnswered } from './use-answered.ts';

const words = roleStrings.requests;

/**
 * The open requests, each with its two answers. Those answered here stay, with the outcome, until the screen is left.
 */
export function RequestList() {
  const { open, openCount, status, failure } = useSnapshot(roleRequests);
  const { rows, answer } = useAnswered(open);
  if (rows.length === 0 && (status === 'idle' || status === 'loading')) {
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
      {open.length > 0 ? <p className={styles.hint}>{words.lead}</p> : null}
      {rows.length === 0 && status === 'ready' ? (
        <EmptyState icon={<Inbox size={26} />} title={words.none} hint={words.noneHint} />
      ) : null}
      <ul className={styles.requests}>
        {rows.map(({ request, outcome }) => (
          <RequestCard
            key={request.id}
            request={request}
            outcome={outcome}
            onAnswer={(given, said) => answer(request, given, said)}
          />
        ))}
      </ul>
      {hidden > 0 ? <p className={styles.hint}>{words.more(hidden)}</p> : null}
    </div>
  );
}
