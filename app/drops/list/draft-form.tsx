import { useId, useState } from 'react';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { dropStrings } from '../drop-words.ts';
import { draftStrings } from '../outbox/outbox-words.ts';
import shared from './drop-list.module.css';

interface DraftFormProps {
  readonly name: string;
  /** Null for a place that keeps its title. */
  readonly title: string | null;
  readonly onPublish: (title: string) => Promise<void>;
  readonly wordsFor: (error: unknown) => string;
}

/** Shows that a drop is a draft, and publishes it under a title. */
export function DraftForm({ name, title: firstTitle, onPublish, wordsFor }: DraftFormProps) {
  const [title, setTitle] = useState(firstTitle ?? '');
  const { busy, failure, run } = useAction(wordsFor);
  const hintId = useId();
  return (
    <form
      className={layout.stack3}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run(() => onPublish(title));
      }}
    >
      <p id={hintId} className={shared.mark}>
        {draftStrings.hint}
      </p>
      <div className={shared.publish}>
        {firstTitle !== null && (
          <TextField
            className={shared.title}
            label={dropStrings.name}
            placeholder={dropStrings.namePlaceholder}
            maxLength={TEXT_LINE_MAX}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        <Button type="submit" busy={busy} aria-label={draftStrings.publishOf(name)} aria-describedby={hintId}>
          {draftStrings.publish}
        </Button>
      </div>
      {failure !== null && <Alert>{failure}</Alert>}
    </form>
  );
}
