import { AlertDialog } from 'radix-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useBackCloses } from './back.ts';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { strings } from './common-words.ts';
import styles from './confirm-dialog.module.css';
import frame from './dialog-frame.module.css';
import { useReturnFocus } from './dialog-frame.tsx';
import layout from './layout.module.css';
import { Alert } from './message.tsx';
import { TextField } from './text-field.tsx';
import typography from './typography.module.css';
import { useAction } from './use-action.ts';

interface ConfirmWords {
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
}

/** Asks for confirmation of an action, by default of one that can't be undone. If it fails, stays open and shows why. */
export function ConfirmDialog({
  words,
  variant = 'danger',
  typed,
  children,
  onConfirm,
  onClose,
  wordsFor,
}: {
  readonly words: ConfirmWords;
  readonly variant?: ButtonProps['variant'];
  /** A text to type first, and the field's label: for actions that destroy other people's work. */
  readonly typed?: { readonly text: string; readonly label: ReactNode };
  /** What the person may choose before. */
  readonly children?: ReactNode;
  /** Runs the action; the dialog closes when it resolves. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly wordsFor: (error: unknown) => string;
}) {
  const returnFocus = useReturnFocus();
  const [input, setInput] = useState('');
  const { busy, failure, run } = useAction(wordsFor);
  const cancel = (): void => {
    if (!busy) onClose();
  };
  useBackCloses(true, cancel);
  const isReady = typed === undefined || input.trim() === typed.text.trim();

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // React events bubble by components, not by the document: it would also submit the form that has the opening button.
    event.stopPropagation();
    if (busy || !isReady) return;
    await run(async () => {
      await onConfirm();
      onClose();
    });
  };

  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : cancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={frame.scrim} />
        <AlertDialog.Content className={classNames(frame.panel, frame.centred, styles.dialog)} {...returnFocus}>
          <form className={layout.stack4} noValidate onSubmit={handleSubmit}>
            <AlertDialog.Title className={typography.breaks}>{words.title}</AlertDialog.Title>
            <AlertDialog.Description className={styles.description}>{words.description}</AlertDialog.Description>
            {typed === undefined ? null : (
              <TextField
                label={typed.label}
                value={input}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                onChange={(event) => setInput(event.target.value)}
              />
            )}
            {children}
            {failure === null ? null : <Alert>{failure}</Alert>}
            <div className={styles.acts}>
              <AlertDialog.Cancel asChild>
                <Button variant="secondary">{words.cancel ?? strings.app.cancel}</Button>
              </AlertDialog.Cancel>
              <Button type="submit" variant={variant} busy={busy} disabled={!isReady}>
                {words.confirm}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
