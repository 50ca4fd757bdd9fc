import { MapPin } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import type { Remark } from '../../../contracts/remark.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { formatMoment } from '../../ui/number-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import { useAction } from '../../ui/use-action.ts';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import styles from '../moderation.module.css';
import { remarkSubjects, remarkStrings as words } from './remark-words.ts';
import { closeRemark, loadRemarks, remarks } from './remarks.ts';

interface RemarksSheetProps {
  readonly parcoursId: ParcoursId;
  /** Shows those about one place alone. */
  readonly placeId?: PlaceId;
  readonly onShow: (placeId: PlaceId) => void;
  readonly onClose: () => void;
}

/** The open remarks of visitors about a parcours, or one of its places, to answer or to close. */
export function RemarksSheet({ parcoursId, placeId, onShow, onClose }: RemarksSheetProps) {
  const { list, status, failure } = useSnapshot(remarks);
  useEffect(() => void loadRemarks(parcoursId), [parcoursId]);
  const shown = placeId === undefined ? list : list.filter((remark) => remark.placeId === placeId);
  return (
    <Sheet title={words.title} onClose={onClose}>
      {status === 'failed' && (
        <RetryAlert onRetry={() => loadRemarks(parcoursId)}>{words.failed(wordsFor(failure))}</RetryAlert>
      )}
      {shown.length === 0 && status === 'ready' && <EmptyState title={words.none} hint={words.noneHint} />}
      {shown.length === 0 && status === 'loading' && (
        <div className={layout.loading}>
          <Spinner size={28} label={words.loading} />
        </div>
      )}
      <ul className={layout.stack2}>
        {shown.map((remark) => (
          <RemarkCard
            key={remark.id}
            remark={remark}
            onShow={placeId === undefined ? () => onShow(remark.placeId) : null}
          />
        ))}
      </ul>
    </Sheet>
  );
}

/** @param onShow shows its place on the map; null where the place is chosen already */
function RemarkCard({ remark, onShow }: { readonly remark: Remark; readonly onShow: (() => void) | null }) {
  const [isAnswering, setAnswering] = useState(false);
  const [text, setText] = useState('');
  const { busy, failure, run } = useAction((error) => words.closeFailed(wordsFor(error)));
  const name = formatPlaceName(remark.name);
  const handleClose = async (): Promise<void> => {
    await closeRemark(remark.id, '');
    showNotice(words.closed);
  };
  return (
    <li className={layout.panel}>
      <div className={layout.row}>
        <div className={classNames(layout.lines, layout.grow)}>
          <h3 className={styles.name}>{name}</h3>
          <Hint inline breaks>
            {words.about(remarkSubjects[remark.subject].label, formatMoment(Date.parse(remark.madeAt), 'medium'))}
          </Hint>
        </div>
        {onShow !== null && (
          <IconButton label={words.showOf(name)} icon={<MapPin size={20} aria-hidden />} onClick={onShow} />
        )}
      </div>
      {remark.words !== '' && <blockquote className={typography.quote}>{remark.words}</blockquote>}
      {failure === null ? null : <Alert>{failure}</Alert>}
      <div className={styles.acts}>
        {remark.mayAnswer && (
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={words.answerTo(name)}
            onClick={() => (busy ? undefined : setAnswering(true))}
          >
            {words.answer}
          </Button>
        )}
        <Button
          variant="secondary"
          busy={busy}
          aria-label={words.closeOf(name)}
          onClick={() => (busy ? undefined : void run(handleClose))}
        >
          {words.close}
        </Button>
      </div>
      {isAnswering && (
        <WordsSheet
          title={words.answerTo(name)}
          lead={words.answerLead}
          label={words.answerWords}
          text={text}
          maxLength={MODERATION_WORDS_MAX}
          onChange={setText}
          submit={words.submit}
          onSubmit={async () => {
            if (text.trim() === '') throw new Error('Expected an answer, got no words');
            await closeRemark(remark.id, text);
            showNotice(words.answered);
          }}
          wordsFor={(error) => (text.trim() === '' ? words.answerMissing : words.closeFailed(wordsFor(error)))}
          onClose={() => setAnswering(false)}
        />
      )}
    </li>
  );
}
