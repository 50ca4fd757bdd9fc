import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import styles from '../moderation.module.css';
import { MessageCard } from './message-card.tsx';
import { loadMessages, messages, noteSeen } from './messages.ts';
import { messageStrings } from './messages-words.ts';

const words = messageStrings;

/** The messages about the person's items, newest first. Renders nothing if there are none. */
export function MessageList() {
  const { list, status, failure } = useSnapshot(messages);
  useEffect(() => {
    void loadMessages().then(noteSeen);
  }, []);
  if (status === 'failed') {
    return (
      <Alert
        action={
          <Button variant="danger" onClick={() => void loadMessages()}>
            {strings.app.retry}
          </Button>
        }
      >
        {words.failed(wordsFor(failure))}
      </Alert>
    );
  }
  if (list.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="messages">
      <h2 id="messages" className={styles.heading}>
        {words.title}
      </h2>
      <ul className={styles.rows}>
        {list.map((message) => (
          <MessageCard key={message.id} message={message} />
        ))}
      </ul>
    </section>
  );
}
