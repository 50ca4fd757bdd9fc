import { type FormEvent, useState } from 'react';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import { REPORT_REASONS, type ReportReason, type Thing } from '../../../contracts/moderation.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from '../moderation.module.css';
import { sendReport } from './report.ts';
import { reportReasons, reportStrings } from './report-words.ts';

const words = reportStrings;
const OPTIONS = REPORT_REASONS.map((value) => ({ value, ...reportReasons[value] }));

/** Asks for the reason and reports a place or a map. If that fails, stays open and shows why. */
export function ReportSheet({
  thing,
  title,
  onClose,
}: {
  readonly thing: Thing;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const { busy, failure, setFailure, run } = useAction((error) => words.failed(wordsFor(error)));
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (reason === undefined) {
      setFailure(words.missing);
      return;
    }
    void run(async () => {
      await sendReport({ thing, reason, words: text });
      showNotice(words.sent);
      onClose();
    });
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={title}
      description={words.lead}
      closeLabel={strings.app.close}
    >
      <form className={styles.stack} noValidate onSubmit={handleSubmit}>
        <OptionCards
          label={words.reason}
          options={OPTIONS}
          chosen={reason}
          onChoose={(chosen) => {
            setReason(chosen);
            setFailure(null);
          }}
        />
        <TextArea
          label={words.words}
          value={text}
          maxLength={MODERATION_WORDS_MAX}
          onChange={({ target }) => setText(target.value)}
        />
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button type="submit" wide busy={busy}>
          {words.send}
        </Button>
      </form>
    </Sheet>
  );
}
