import { useRef, useState } from 'react';
import { ROLE_REQUEST_PAUSE_DAYS, ROLE_REQUEST_WORDS_MAX } from '../../../contracts/limits.ts';
import type { RoleAnswer, RoleRequest } from '../../../contracts/role-request.ts';
import { wordsFor } from '../../page/error-words.ts';
import { formatDay, formatMoment } from '../../platform/page/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { useAction } from '../../ui/use-action.ts';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import styles from './roles.module.css';
import { roleStrings } from './roles-words.ts';

const words = roleStrings.requests;

/** A request for the role editor: the person, the map and the reason, with the two answers, or the outcome of one. */
export function RequestCard({
  request,
  outcome,
  onAnswer,
}: {
  readonly request: RoleRequest;
  /** Null while the request is open. */
  readonly outcome: string | null;
  /** Sends an answer, whose effect is `outcome`. */
  readonly onAnswer: (answer: RoleAnswer, outcome: string) => Promise<void>;
}) {
  const { account } = request;
  const result = useRef<HTMLParagraphElement>(null);
  const heir = useFocusHeir(() => result.current);
  const [isRefusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, failure, run } = useAction(wordsFor);
  const handleGrant = (): void => {
    void run(() => onAnswer({ answer: 'granted' }, words.granted(account.name)));
  };
  return (
    <li className={styles.request} {...heir}>
      <div className={styles.person}>
        <Avatar name={account.name} picture={account.picture} sizePx={44} />
        <div className={styles.who}>
          <h2 className={styles.name}>{account.name}</h2>
          <p className={styles.hint}>{account.email}</p>
        </div>
      </div>
      <p className={styles.about}>
        <MapOf map={request.map} />
        <span className={styles.hint}>{words.asked(formatMoment(Date.parse(request.askedAt), 'medium'))}</span>
      </p>
      {request.words === null ? null : <blockquote className={styles.quote}>{request.words}</blockquote>}
      {failure === null ? null : <Alert>{failure}</Alert>}
      <div className={styles.answers}>
        {outcome !== null ? null : (
          <>
            <Button busy={busy} aria-label={words.grantOne(account.name)} onClick={handleGrant}>
              {words.grant}
            </Button>
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              aria-label={words.refuseOne(account.name)}
              onClick={() => (busy ? undefined : setRefusing(true))}
            >
              {words.refuse}
            </Button>
          </>
        )}
        {/* Mounted in advance: only later changes are announced. An open dialog hides all that isn't `aria-live`. */}
        <p ref={result} role="status" aria-live="polite" tabIndex={-1} className={styles.outcome}>
          {outcome}
        </p>
      </div>
      {isRefusing ? (
        <WordsSheet
          title={words.refusal(account.name)}
          lead={words.refusalLead(ROLE_REQUEST_PAUSE_DAYS)}
          label={words.reason}
          text={reason}
          maxLength={ROLE_REQUEST_WORDS_MAX}
          onChange={setReason}
          submit={words.refuse}
          closeLabel={strings.app.close}
          onSubmit={() => onAnswer({ answer: 'refused', words: reason }, words.refused(account.name))}
          wordsFor={wordsFor}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </li>
  );
}

function MapOf({ map }: { readonly map: RoleRequest['map'] }) {
  if (map === null) return <span>{words.noMap}</span>;
  const { name, privilege, memberSince } = map;
  const isMember = privilege !== null && memberSince !== null;
  return (
    <>
      <span>{words.map(name)}</span>
      <span>{isMember ? words.member(privilege, formatDay(Date.parse(memberSince))) : words.left}</span>
    </>
  );
}
