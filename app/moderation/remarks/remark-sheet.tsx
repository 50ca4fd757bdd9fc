import { type FormEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import type { Place } from '../../../contracts/place.ts';
import { REMARK_SUBJECTS, type RemarkSubject } from '../../../contracts/remark.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { ApiError } from '../../platform/net/api.ts';
import { isOpenVisitor } from '../../session/open-visit.ts';
import { session } from '../../session/session.ts';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useAction } from '../../ui/use-action.ts';
import { remarkSubjects, sendRemarkStrings as words } from './remark-words.ts';
import { sendRemark } from './remarks.ts';

function failureWords(error: unknown): string {
  const isFull = error instanceof ApiError && error.code === 'too_many';
  return isFull ? words.many : words.failed(wordsFor(error));
}

/** Tells the people who look after a place what is wrong with it on site. */
export function RemarkSheet({
  place,
  onClose,
}: {
  readonly place: Pick<Place, 'id' | 'appelation'>;
  readonly onClose: () => void;
}) {
  const { user } = useSnapshot(session);
  const [subject, setSubject] = useState<RemarkSubject>();
  const [text, setText] = useState('');
  const send = useRef<HTMLButtonElement>(null);
  const { busy, failure, setFailure, run } = useAction(failureWords);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (subject === undefined) {
      setFailure(words.missing);
      return;
    }
    void run(async () => {
      await sendRemark(place.id, { subject, words: text });
      showNotice(words.sent);
      onClose();
    });
  };
  return (
    <Sheet
      onClose={() => (busy ? undefined : onClose())}
      title={words.at(formatPlaceName(place.appelation))}
      description={isOpenVisitor(user) ? words.lead : words.reportLead}
    >
      <form className={layout.stack3} noValidate onSubmit={handleSubmit}>
        <OptionCards
          label={words.subject}
          options={REMARK_SUBJECTS.map((value) => ({ value, ...remarkSubjects[value] }))}
          chosen={subject}
          onChoose={(chosen) => {
            setSubject(chosen);
            setFailure(null);
            // The field for words, and the button below it, may be outside a phone's screen.
            bringIntoView(send.current);
          }}
        />
        <TextArea
          label={words.words}
          value={text}
          maxLength={MODERATION_WORDS_MAX}
          onChange={({ target }) => setText(target.value)}
        />
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button ref={send} type="submit" wide busy={busy}>
          {words.submit}
        </Button>
      </form>
    </Sheet>
  );
}
