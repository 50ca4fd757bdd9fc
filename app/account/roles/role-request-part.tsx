import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ROLE_REQUEST_WORDS_MAX } from '../../../contracts/limits.ts';
import { mayRequestRole } from '../../../contracts/permissions.ts';
import type { ParcoursId, Role } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { paths } from '../../paths.ts';
import { serverNowMs } from '../../platform/net/server-clock.ts';
import { inScope } from '../../platform/scope.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Hint } from '../../ui/hint.tsx';
import { Notice, RetryAlert } from '../../ui/message.tsx';
import { formatDay, formatMoment } from '../../ui/number-words.ts';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import { followRoleRequests, loadRoleRequests, requestRole, roleRequests } from './account-role-requests.ts';
import { roleStrings } from './roles-words.ts';

const words = roleStrings.request;

/** The person's request for the role editor: the button to send it, and its state. Guests are sent to sign up. */
export function RoleRequestPart({ role, parcoursId }: { readonly role: Role; readonly parcoursId?: ParcoursId }) {
  const mayAsk = mayRequestRole(role);
  useRoleRequests(mayAsk);
  if (mayAsk) return <RequestState parcoursId={parcoursId} />;
  return (
    <>
      <p>{roleStrings.limits.guest}</p>
      <ButtonLink to={paths.createAccount}>{roleStrings.limits.signUp}</ButtonLink>
    </>
  );
}

/** The state of a user's request for the role editor: open, refused with the reason, or not sent yet. */
function RequestState({ parcoursId }: { readonly parcoursId: ParcoursId | undefined }) {
  const { own, status, failure, hasAdmin, contact } = useSnapshot(roleRequests);
  const [asks, setAsks] = useState(false);
  if (own === null && (status === 'idle' || status === 'loading')) return <Spinner label={words.loading} />;
  if (own === null && status === 'failed') {
    return <RetryAlert onRetry={loadRoleRequests}>{words.failed(wordsFor(failure))}</RetryAlert>;
  }
  const isOpen = own?.state === 'open';
  const refused = own?.state === 'refused' ? own : null;
  const againAt = refused?.mayAskAgainAt ?? null;
  const mustWait = againAt !== null && Date.parse(againAt) > serverNowMs();
  return (
    <>
      {isOpen ? <Notice tone="success">{words.sent(formatMoment(Date.parse(own.askedAt), 'medium'))}</Notice> : null}
      {refused === null ? null : (
        <Notice>
          <p>{words.refused(formatDay(Date.parse(refused.answeredAt ?? refused.askedAt)))}</p>
          {refused.answerWords === null ? null : (
            <blockquote className={typography.quote}>{refused.answerWords}</blockquote>
          )}
          {mustWait ? <p>{words.againFrom(formatDay(Date.parse(againAt)))}</p> : null}
        </Notice>
      )}
      {hasAdmin ? null : <Hint breaks>{words.noAdmin(contact)}</Hint>}
      {isOpen || mustWait ? null : (
        <Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {refused === null ? words.ask : words.again}
        </Button>
      )}
      {asks ? <RequestSheet parcoursId={parcoursId} onClose={() => setAsks(false)} /> : null}
    </>
  );
}

function RequestSheet({
  parcoursId,
  onClose,
}: {
  readonly parcoursId: ParcoursId | undefined;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  return (
    <WordsSheet
      title={words.title}
      lead={parcoursId === undefined ? words.leadWithoutMap : words.lead}
      label={words.words}
      text={text}
      maxLength={ROLE_REQUEST_WORDS_MAX}
      onChange={setText}
      submit={words.send}
      onSubmit={async () => {
        await requestRole(parcoursId, text);
        showNotice(words.sentNotice);
      }}
      wordsFor={wordsFor}
      onClose={onClose}
    />
  );
}

/** Refreshes the requests while the component is mounted and `isOn`. */
export function useRoleRequests(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    return inScope((scope) => followRoleRequests(scope, { polls: true }));
  }, [isOn]);
}
