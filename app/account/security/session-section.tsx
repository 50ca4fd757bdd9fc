import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OwnSession } from '../../../contracts/logins.ts';
import { wordsFor } from '../../page/error-words.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import { formatMoment } from '../../ui/number-words.ts';
import { useAction } from '../../ui/use-action.ts';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { askToLogout } from '../leaving.ts';
import { endOtherSessions, endSession } from './account-security.ts';
import styles from './security.module.css';
import { securityStrings } from './security-words.ts';

const words = securityStrings.sessions;

/** The person's sessions, each with its device, and the ways to end one, the others, or all. */
export function SessionSection({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const heir = useFocusHeir(() => heading.current);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { busy, failure, run } = useAction(wordsFor);
  const end = (action: () => Promise<void>, said: string): void => {
    setOutcome(null);
    void run(async () => {
      await action();
      setOutcome(said);
    });
  };
  return (
    <section className={layout.panel} aria-labelledby="security-sessions" {...heir}>
      <h2 id="security-sessions" ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={(device) => end(() => endSession(session.id), words.ended(device))}
          />
        ))}
      </ul>
      {failure === null ? null : <Alert>{failure}</Alert>}
      {outcome === null ? null : <Notice tone="success">{outcome}</Notice>}
      <div className={layout.wrap}>
        {sessions.length > 1 ? (
          <Button variant="secondary" busy={busy} onClick={() => end(endOtherSessions, words.othersEnded)}>
            {words.endOthers}
          </Button>
        ) : null}
        <Button variant="danger" onClick={() => setAsking(true)}>
          {words.endAll}
        </Button>
      </div>
      {isAsking ? <EndAllQuestion onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

/** One of the person's sessions. All but the current one can be ended here. */
function SessionRow({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: (device: string) => void }) {
  const device = words.device(session.browser, session.system);
  const moment = (text: string): string => formatMoment(Date.parse(text), 'medium');
  return (
    <li className={styles.session}>
      <div className={styles.device}>
        <p className={styles.name}>{device}</p>
        {session.isCurrent ? (
          <p className={styles.current}>{words.current}</p>
        ) : (
          <Hint breaks>{words.used(moment(session.usedAt))}</Hint>
        )}
        <Hint breaks>{words.since(moment(session.startedAt))}</Hint>
      </div>
      {session.isCurrent ? null : (
        <Button variant="secondary" aria-label={words.endOne(device)} onClick={() => onEnd(device)}>
          {words.end}
        </Button>
      )}
    </li>
  );
}

function EndAllQuestion({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const handleConfirm = async (): Promise<void> => {
    await endOtherSessions();
    // The logout ends this device's session; it asks first if there are unsent drops.
    if (askToLogout()) navigate(paths.root);
  };
  return (
    <ConfirmDialog
      words={securityStrings.sessions.question}
      onConfirm={handleConfirm}
      onClose={onClose}
      wordsFor={wordsFor}
    />
  );
}
