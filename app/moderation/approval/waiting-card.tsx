import { useState } from 'react';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import type { WaitingPlace } from '../../../contracts/moderation.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatMoment } from '../../platform/page/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { useAction } from '../../ui/use-action.ts';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import styles from '../moderation.module.css';
import { StoryAudio } from '../story-audio.tsx';
import { approvalStrings } from './approval-words.ts';
import { answerWaiting } from './approvals.ts';

const words = approvalStrings;

/** A drop that waits for approval: play it, then approve or refuse it. */
export function WaitingCard({ place, name }: { readonly place: WaitingPlace; readonly name: string }) {
  const [isRefusing, setRefusing] = useState(false);
  const [text, setText] = useState('');
  const { busy, failure, run } = useAction(wordsFor);
  const handleApprove = async (): Promise<void> => {
    await answerWaiting(place, { answer: 'approved' });
    showNotice(words.approved(name));
  };
  return (
    <li className={styles.waiting}>
      <div className={styles.about}>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.hint}>
          {words.by(place.author ?? words.noAuthor, formatMoment(Date.parse(place.madeAt), 'medium'))}
        </span>
      </div>
      <StoryAudio media={place.media} name={name} />
      {failure === null ? null : <Alert>{failure}</Alert>}
      <div className={styles.acts}>
        <Button busy={busy} aria-label={words.approveOne(name)} onClick={() => void run(handleApprove)}>
          {words.approve}
        </Button>
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          aria-label={words.refuseOne(name)}
          onClick={() => (busy ? undefined : setRefusing(true))}
        >
          {words.refuse}
        </Button>
      </div>
      {isRefusing ? (
        <WordsSheet
          title={words.refuseOne(name)}
          lead={words.refuseLead}
          label={words.words}
          text={text}
          maxLength={MODERATION_WORDS_MAX}
          onChange={setText}
          submit={words.refuse}
          closeLabel={strings.app.close}
          onSubmit={async () => {
            await answerWaiting(place, { answer: 'refused', words: text });
            showNotice(words.refused(name));
          }}
          wordsFor={wordsFor}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </li>
  );
}
