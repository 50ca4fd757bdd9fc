import { AlertDialog } from 'radix-ui';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './confirm-dialog.module.css';
import frame from './dialog-frame.module.css';
import { TextField } from './text-field.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** The words of a {@link ConfirmDialog}. */
export interface ConfirmWords {
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly confirm: string;
  readonly cancel: string;
}

/** Asks before something that cannot be taken back. Stays open, with the reason, where it fails. */
export function ConfirmDialog({
  words,
  typed,
  onConfirm,
  onClose,
  wordsFor,
}: {
  readonly words: ConfirmWords;
  /** What has to be typed first, and the field's label: for what destroys other people's work. */
  readonly typed?: { readonly text: string; readonly label: ReactNode };
  /** Does it; the dialog closes when it resolves. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly wordsFor: (error: unknown) => string;
}) {
  const returnFocus = useReturnFocus();
  const [answer, setAnswer] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const hintId = useId();
  const ready = typed === undefined || answer.trim() === typed.text.trim();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !ready) return;
    setBusy(true);
    setFault(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFault(wordsFor(error));
      setBusy(false);
    }
  };

  return (
    <AlertDialog.Root open onOpenChange={(open) => (open || busy ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={frame.scrim} />
        <AlertDialog.Content className={classNames(frame.panel, frame.centred, styles.dialog)} {...returnFocus}>
          <form className={styles.form} noValidate onSubmit={submit}>
            <AlertDialog.Title className={styles.title}>{words.title}</AlertDialog.Title>
            <AlertDialog.Description id={hintId} className={styles.description}>
              {words.description}
            </AlertDialog.Description>
            {typed === undefined ? null : (
              <TextField
                label={typed.label}
                value={answer}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                onChange={(event) => setAnswer(event.target.value)}
              />
            )}
            {fault === null ? null : <Alert>{fault}</Alert>}
            <div className={styles.acts}>
              <AlertDialog.Cancel asChild>
                <Button variant="secondary">{words.cancel}</Button>
              </AlertDialog.Cancel>
              <Button type="submit" variant="danger" busy={busy} disabled={!ready}>
                {words.confirm}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
