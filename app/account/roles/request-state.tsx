import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { serverNowMs } from '../../platform/net/server-clock.ts';
import { formatDay, formatMoment } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RequestSheet } from './request-sheet.tsx';
import { RetryAlert } from './retry-alert.tsx';
import { roleRequests } from './role-requests.ts';
import styles from './roles.module.css';
import { roleStrings } from './roles-words.ts';

const words = roleStrings.request;

/** The state of a user's request for the role editor: open, refused with the reason, or not sent yet. */
export function RequestState({ mapId }: { readonly mapId: ParcoursId | undefined }) {
  const { own, status, failure, hasAdmin, contact } = useSnapshot(roleRequests);
  const [asks, setAsks] = useState(false);
  if (own === null && (status === 'idle' || status === 'loading')) return <Spinner label={words.loading} />;
  if (own === null && status === 'failed') return <RetryAlert failure={failure} words={words.failed} />;
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
            <blockquote className={styles.quote}>{refused.answerWords}</blockquote>
          )}
          {mustWait ? <p>{words.againFrom(formatDay(Date.parse(againAt)))}</p> : null}
        </Notice>
      )}
      {hasAdmin ? null : <p className={styles.hint}>{words.noAdmin(contact)}</p>}
      {isOpen || mustWait ? null : (
        <Button variant="secondary" wide aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {refused === null ? words.ask : words.again}
        </Button>
      )}
      {asks ? <RequestSheet mapId={mapId} onClose={() => setAsks(false)} /> : null}
    </>
  );
}
