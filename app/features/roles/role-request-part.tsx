import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayRequestRole } from '../../../contracts/permissions.ts';
import type { ParcoursId, Role } from '../../../contracts/vocabulary.ts';
import { paths } from '../../paths.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { printDay, printMoment } from '../../platform/page/time.ts';
import { Scope } from '../../platform/scope.ts';
import { followRoleRequests, loadRoleRequests, roleRequests } from '../../state/session/role-requests.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { roleStrings } from '../../words/roles.ts';
import { strings } from '../../words/strings.ts';
import { RequestSheet } from './request-sheet.tsx';
import styles from './roles.module.css';

const words = roleStrings.request;

/** The person's request for the role editor: the button to send it, and how it stands. Guests are sent to sign up. */
export function RoleRequestPart({ role, mapId }: { readonly role: Role; readonly mapId?: ParcoursId }) {
  const mayAsk = mayRequestRole(role);
  useEffect(() => {
    if (!mayAsk) return;
    const scope = new Scope();
    followRoleRequests(scope, { polls: true });
    return () => scope.dispose();
  }, [mayAsk]);
  if (!mayAsk) {
    return (
      <>
        <p>{roleStrings.heldBack.guest}</p>
        <ButtonLink to={paths.createAccount}>{roleStrings.heldBack.signUp}</ButtonLink>
      </>
    );
  }
  return <RequestState {...(mapId === undefined ? {} : { mapId })} />;
}

function RequestState({ mapId }: { readonly mapId?: ParcoursId }) {
  const { own, status, failure, hasAdmin, contact } = useSnapshot(roleRequests);
  const [asks, setAsks] = useState(false);
  if (status === 'idle' || (status === 'loading' && own === null)) return <Spinner label={words.loading} />;
  if (status === 'failed' && own === null) {
    return (
      <Alert
        action={
          <Button variant="danger" onClick={() => void loadRoleRequests()}>
            {strings.app.retry}
          </Button>
        }
      >
        {words.failed(wordsFor(failure))}
      </Alert>
    );
  }
  const isOpen = own?.state === 'open';
  const refused = own?.state === 'refused' ? own : null;
  const againAt = refused?.mayAskAgainAt ?? null;
  const mustWait = againAt !== null && Date.parse(againAt) > Date.now();
  return (
    <>
      {isOpen ? <Notice tone="success">{words.sent(printMoment(Date.parse(own.askedAt), 'medium'))}</Notice> : null}
      {refused === null ? null : (
        <Notice>
          <p>{words.refused(printDay(Date.parse(refused.answeredAt ?? refused.askedAt)))}</p>
          {refused.answerWords === null ? null : (
            <blockquote className={styles.quote}>{refused.answerWords}</blockquote>
          )}
          {mustWait ? <p>{words.againFrom(printDay(Date.parse(againAt)))}</p> : null}
        </Notice>
      )}
      {hasAdmin ? null : <p className={styles.hint}>{words.noAdmin(contact)}</p>}
      {isOpen || mustWait ? null : (
        <Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {refused === null ? words.ask : words.again}
        </Button>
      )}
      {asks ? <RequestSheet {...(mapId === undefined ? {} : { mapId })} onClose={() => setAsks(false)} /> : null}
    </>
  );
}
