import type { FormEvent } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useAction } from '../../ui/use-action.ts';
import { strings } from '../../words/strings.ts';
import styles from './roles.module.css';

/** A sheet with one text and a button that sends it. Stays open with the reason where that fails. */
export function WordsSheet({
  title,
  lead,
  label,
  text,
  maxLength,
  onChange,
  submit,
  onSubmit,
  wordsFor,
  onClose,
}: {
  readonly title: string;
  readonly lead: string;
  readonly label: string;
  readonly text: string;
  readonly maxLength: number;
  readonly onChange: (text: string) => void;
  readonly submit: string;
  /** The sheet closes when it resolves. */
  readonly onSubmit: () => Promise<void>;
  readonly wordsFor: (error: unknown) => string;
  readonly onClose: () => void;
}) {
  const { busy, failure, run } = useAction(wordsFor);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      await onSubmit();
      onClose();
    });
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={title}
      description={lead}
      closeLabel={strings.app.close}
    >
      <form className={styles.stack} onSubmit={handleSubmit}>
        <TextArea label={label} value={text} maxLength={maxLength} onChange={({ target }) => onChange(target.value)} />
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button type="submit" wide busy={busy}>
          {submit}
        </Button>
      </form>
    </Sheet>
  );
}
