import { Inbox } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mayAnswerRoleRequests } from '../../../contracts/permissions.ts';
import { paths } from '../../paths.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { Scope } from '../../platform/scope.ts';
import { followRoleRequests, loadRoleRequests, roleRequests } from '../../state/session/role-requests.ts';
import { session } from '../../state/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { roleStrings } from '../../words/roles.ts';
import { strings } from '../../words/strings.ts';
import { RequestCard } from './request-card.tsx';
import styles from './roles.module.css';

const words = roleStrings.requests;

/** The open requests for the role editor, which the site's admins answer here. */
export function RequestsScreen() {
  const { user } = useSnapshot(session);
  const isAnswerer = user !== null && mayAnswerRoleRequests(user.role);
  useEffect(() => {
    if (!isAnswerer) return;
    const scope = new Scope();
    followRoleRequests(scope, { polls: true });
    return () => scope.dispose();
  }, [isAnswerer]);
  if (!isAnswerer) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={words.title} back={{ to: paths.home, label: strings.app.back }}>
      <Requests />
    </Page>
  );
}

function Requests() {
  const { open, openCount, status, failure } = useSnapshot(roleRequests);
  const lead = useRef<HTMLDivElement>(null);
  const heir = useFocusHeir(() => lead.current);
  if (status === 'idle' || (status === 'loading' && open.length === 0)) {
    return (
      <div className={styles.loading}>
        <Spinner size={28} label={words.loading} />
      </div>
    );
  }
  const hidden = openCount - open.length;
  return (
    <div className={styles.stack}>
      {status === 'failed' ? (
        <Alert
          action={
            <Button variant="danger" onClick={() => void loadRoleRequests()}>
              {strings.app.retry}
            </Button>
          }
        >
          {words.failed(wordsFor(failure))}
        </Alert>
      ) : null}
      <div ref={lead} tabIndex={-1}>
        {open.length > 0 ? (
          <p className={styles.hint}>{words.lead}</p>
        ) : status === 'failed' ? null : (
          <EmptyState icon={<Inbox size={26} />} title={words.none} hint={words.noneHint} />
        )}
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
