import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { MODERATION_WORDS_MAX } from '../../contracts/limits.ts';
import { bringIntoView } from '../ui/bring-into-view.ts';
import { Button } from '../ui/button.tsx';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { OptionCards } from '../ui/option-cards.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useAction } from '../ui/use-action.ts';

/** A sheet that sends one of several reasons with a few words. If sending fails, stays open and shows why. */
export function ReasonSheet<Reason extends string>({
  title,
  lead,
  labels,
  reasons,
  onSend,
  wordsFor,
  onClose,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  /** Of the reasons, the words and the button; and what is said while no reason is chosen. */
  readonly labels: {
    readonly reason: string;
    readonly words: string;
    readonly send: string;
    readonly missing: string;
  };
  readonly reasons: readonly { readonly value: Reason; readonly label: string; readonly hint: string }[];
  /** The sheet closes when this resolves. `words` may be empty. */
  readonly onSend: (reason: Reason, words: string) => Promise<void>;
  readonly wordsFor: (error: unknown) => string;
  readonly onClose: () => void;
  /** Further fields. */
  readonly children?: ReactNode;
}) {
  const [reason, setReason] = useState<Reason>();
  const [text, setText] = useState('');
  const send = useRef<HTMLButtonElement>(null);
  const { busy, failure, setFailure, run } = useAction(wordsFor);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (reason === undefined) setFailure(labels.missing);
    else {
      void run(async () => {
        await onSend(reason, text);
        onClose();
      });
    }
  };
  return (
    <Sheet onClose={() => (busy ? undefined : onClose())} title={title} description={lead}>
      <form className={layout.stack3} noValidate onSubmit={handleSubmit}>
        <OptionCards
          label={labels.reason}
          options={reasons}
          chosen={reason}
          onChoose={(chosen) => {
            setReason(chosen);
            setFailure(null);
            // The field for words, and the button below it, may be outside a phone's screen.
            bringIntoView(send.current);
          }}
        />
        <TextArea
          label={labels.words}
          value={text}
          maxLength={MODERATION_WORDS_MAX}
          onChange={({ target }) => setText(target.value)}
        />
        {children}
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button ref={send} type="submit" wide busy={busy}>
          {labels.send}
        </Button>
      </form>
    </Sheet>
  );
}
