import { useId, useState } from 'react';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { Button } from '../../ui/button.tsx';
import { English } from '../../ui/english.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { dropStrings } from '../drop-words.ts';
import { draftStrings } from '../outbox/outbox-words.ts';
import shared from './drop-list.module.css';

interface TitleFormProps {
  /** Null for a place that keeps its title. */
  readonly title: string | null;
  readonly hint?: string;
  readonly submit: string;
  /** The button's name, if `submit` alone doesn't say which drop it is about. */
  readonly submitName?: string;
  readonly onSubmit: (title: string) => Promise<void>;
  readonly wordsFor: (error: unknown) => string;
}

/** Gives a drop a title, and sends it on. */
export function TitleForm({ title: firstTitle, hint, submit, submitName, onSubmit, wordsFor }: TitleFormProps) {
  const [title, setTitle] = useState(firstTitle ?? '');
  const { busy, failure, run } = useAction(wordsFor);
  const hintId = useId();
  return (
    <form
      className={layout.stack3}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run(() => onSubmit(title));
      }}
    >
      {hint !== undefined && (
        <p id={hintId} className={shared.mark}>
          {hint}
        </p>
      )}
      <div className={shared.publish}>
        {firstTitle !== null && (
          <TextField
            className={shared.title}
            label={<English>{dropStrings.name}</English>}
            placeholder={dropStrings.namePlaceholder}
            maxLength={TEXT_LINE_MAX}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          busy={busy}
          aria-label={submitName}
          aria-describedby={hint === undefined ? undefined : hintId}
        >
          {submit}
        </Button>
      </div>
      {failure !== null && <Alert>{failure}</Alert>}
    </form>
  );
}

interface DraftFormProps extends Pick<TitleFormProps, 'title' | 'wordsFor'> {
  readonly name: string;
  readonly onPublish: (title: string) => Promise<void>;
}

/** Shows that a drop is a draft, and publishes it under a title. */
export function DraftForm({ name, onPublish, ...rest }: DraftFormProps) {
  const { hint, publish, publishOf } = draftStrings;
  return <TitleForm {...rest} hint={hint} submit={publish} submitName={publishOf(name)} onSubmit={onPublish} />;
}
