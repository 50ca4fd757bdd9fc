import { useRef, useState } from 'react';
import type { OwnSession } from '../../../contracts/sessions.ts';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { EndAllQuestion } from './end-all-question.tsx';
import styles from './security.module.css';
import { endOtherSessions, endSession } from './security.ts';
import { securityStrings } from './security-words.ts';
import { SessionRow } from './session-row.tsx';

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
    <section className={styles.panel} aria-labelledby="security-sessions" {...heir}>
      <h2 id="security-sessions" ref={heading} tabIndex={-1} className={styles.heading}>
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
      <div className={styles.acts}>
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
