import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import type { Message } from '../../../contracts/moderation.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { inScope } from '../../platform/scope.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { formatMoment } from '../../ui/number-words.ts';
import typography from '../../ui/typography.module.css';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import styles from '../moderation.module.css';
import { messageStrings } from './messages-words.ts';
import { answerMessage, followSeen, loadMessages, messages } from './moderation-messages.ts';

const words = messageStrings;

interface MessageListProps {
  /** Renders what else can be done about a message. */
  readonly renderAct?: (message: Message) => ReactNode;
}

/** The messages about the person's items, newest first. Renders nothing if there are none. */
export function MessageList({ renderAct }: MessageListProps) {
  const { list, status, failure } = useSnapshot(messages);
  useEffect(() => inScope(followSeen), []);
  if (status === 'failed') {
    return <RetryAlert onRetry={loadMessages}>{words.failed(wordsFor(failure))}</RetryAlert>;
  }
  if (list.length === 0) return null;
  return (
    <section className={layout.stack3} aria-labelledby="messages">
      <h2 id="messages">{words.title}</h2>
      <ul className={layout.stack2}>
        {list.map((message) => (
          <MessageCard key={message.id} message={message} act={renderAct?.(message)} />
        ))}
      </ul>
    </section>
  );
}

/** A message to a person about an item that they made, with their one answer to it. */
function MessageCard({ message, act }: { readonly message: Message; readonly act: ReactNode }) {
  const [isAnswering, setAnswering] = useState(false);
  const [text, setText] = useState('');
  const isMap = message.mapId !== null;
  const name = message.name === null || isMap ? message.name : formatPlaceName(message.name);
  return (
    <li className={classNames(layout.panel, message.isNew && styles.fresh)}>
      <div className={layout.lines}>
        {message.isNew ? <span className={styles.state}>{words.isNew}</span> : null}
        <p>{words.text(message.kind, name, isMap)}</p>
        <Hint inline breaks>
          {words.of(formatMoment(Date.parse(message.takenAt), 'medium'))}
        </Hint>
      </div>
      {message.words === null ? null : <blockquote className={typography.quote}>{message.words}</blockquote>}
      {message.answer === null ? null : (
        <div>
          <p className={typography.label}>{words.yours}</p>
          <blockquote className={typography.quote}>{message.answer}</blockquote>
        </div>
      )}
      {act}
      {message.mayAnswer ? (
        <div className={styles.acts}>
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={words.answerTo(name ?? '')}
            onClick={() => setAnswering(true)}
          >
            {words.answer}
          </Button>
        </div>
      ) : null}
      {isAnswering ? (
        <WordsSheet
          title={words.answerTo(name ?? '')}
          lead={words.answerLead}
          label={words.answerWords}
          text={text}
          maxLength={MODERATION_WORDS_MAX}
          onChange={setText}
          submit={words.send}
          onSubmit={async () => {
            if (text.trim() === '') throw new Error('Expected an answer, got no words');
            await answerMessage(message.id, text);
            showNotice(words.sent);
          }}
          wordsFor={(error) => (text.trim() === '' ? words.missing : wordsFor(error))}
          onClose={() => setAnswering(false)}
        />
      ) : null}
    </li>
  );
}
