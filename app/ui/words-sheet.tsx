import type { FormEvent } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import layout from './layout.module.css';
import { Alert } from './message.tsx';
import { Sheet } from './sheet.tsx';
import { TextArea } from './text-area.tsx';
import { useAction } from './use-action.ts';

/** A sheet with one text and a button that sends it. If sending fails, stays open and shows why. */
export function WordsSheet({
  title,
  lead,
  label,
  text,
  maxLength,
  onChange,
  submit,
  variant = 'primary',
  onSubmit,
  wordsFor,
  onClose,
}: {
  readonly title: string;
  readonly lead: string;
  /** The text's label; null for a sheet without a text. */
  readonly label: string | null;
  readonly text: string;
  readonly maxLength: number;
  readonly onChange: (text: string) => void;
  readonly submit: string;
  readonly variant?: NonNullable<ButtonProps['variant']>;
  /** The sheet closes when this resolves. */
  readonly onSubmit: () => Promise<void>;
  readonly wordsFor: (error: unknown) => string;
  readonly onClose: () => void;
}) {
  const { busy, failure, run } = useAction(wordsFor);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    void run(async () => {
      await onSubmit();
      onClose();
    });
  };
  return (
    <Sheet onClose={() => (busy ? undefined : onClose())} title={title} description={lead}>
      <form className={layout.stack4} onSubmit={handleSubmit}>
        {label === null ? null : (
          <TextArea
            label={label}
            value={text}
            maxLength={maxLength}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button type="submit" wide variant={variant} busy={busy}>
          {submit}
        </Button>
      </form>
    </Sheet>
  );
}
