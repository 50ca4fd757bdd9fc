import type { Place } from '../../../contracts/place.ts';
import { REMARK_SUBJECTS } from '../../../contracts/remark.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { ApiError } from '../../platform/net/api.ts';
import { ReasonSheet } from '../reason-sheet.tsx';
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
  return (
    <ReasonSheet
      title={words.at(formatPlaceName(place.appelation))}
      lead={words.lead}
      labels={{ reason: words.subject, words: words.words, send: words.submit, missing: words.missing }}
      reasons={REMARK_SUBJECTS.map((value) => ({ value, ...remarkSubjects[value] }))}
      onSend={async (subject, text) => {
        await sendRemark(place.id, { subject, words: text });
        showNotice(words.sent);
      }}
      wordsFor={failureWords}
      onClose={onClose}
    />
  );
}
