import { useState } from 'react';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { strings } from '../../ui/common-words.ts';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import { type QueueAct, queueStrings } from './queue-words.ts';

const words = queueStrings;

/** Explains a measure, takes a message for the affected person, and applies the measure. */
export function ActSheet({
  act,
  name,
  onAct,
  onClose,
}: {
  readonly act: QueueAct;
  /** Name of the affected item or account. */
  readonly name: string;
  /** The sheet closes when this resolves. */
  readonly onAct: (words: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  return (
    <WordsSheet
      title={words.actOn(words.acts[act], name)}
      lead={words.explain[act]}
      label={act === 'dismiss' ? null : words.words}
      text={text}
      maxLength={MODERATION_WORDS_MAX}
      onChange={setText}
      submit={words.acts[act]}
      variant={act === 'delete' || act === 'suspend' ? 'danger' : 'primary'}
      closeLabel={strings.app.close}
      onSubmit={async () => {
        await onAct(text);
        showNotice(words.done[act](name));
      }}
      wordsFor={wordsFor}
      onClose={onClose}
    />
  );
}
