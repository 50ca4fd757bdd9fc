import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import type { WaitingPlace } from '../../../contracts/moderation.ts';
import { mayApprove } from '../../../contracts/moderation-permissions.ts';
import type { Parcours } from '../../../contracts/parcours.ts';
import { mayManageParcours } from '../../../contracts/permissions.ts';
import type { ParcoursId, Role } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { formatMoment } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { useAction } from '../../ui/use-action.ts';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import styles from '../moderation.module.css';
import { StoryAudio } from '../story-audio.tsx';
import { approvalStrings } from './approval-words.ts';
import { answerWaiting, approvals, loadWaiting, requireApproval } from './drop-approvals.ts';

const words = approvalStrings;

/** Whether {@link ApprovalPart} has content for a person with this role. */
export function hasApprovalPart(role: Role, map: Parcours): boolean {
  return mayManageParcours(role, map.privilege) || (mayApprove(role, map.privilege) && (map.waiting_count ?? 0) > 0);
}

/** The switch for approvals, for a map's admins, and the drops that wait, for its editors as well. */
export function ApprovalPart({ map, role }: { readonly map: Parcours; readonly role: Role }) {
  const { busy, failure, run } = useAction(wordsFor);
  const count = map.waiting_count ?? 0;
  return (
    <>
      {mayManageParcours(role, map.privilege) ? (
        <SwitchRow
          label={words.switch}
          hint={words.switchHint}
          checked={map.needs_approval === true}
          onChange={(required) => (busy ? undefined : void run(() => requireApproval(map.id, required)))}
        />
      ) : null}
      {failure === null ? null : <Alert>{failure}</Alert>}
      {count > 0 ? (
        <div className={layout.stack3}>
          <WaitingList parcoursId={map.id} count={count} />
        </div>
      ) : null}
    </>
  );
}

/** The drops of a map that wait for the person's approval. */
function WaitingList({ parcoursId, count }: { readonly parcoursId: ParcoursId; readonly count: number }) {
  const { list, status, failure } = useSnapshot(approvals);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number means other drops.
  useEffect(() => {
    void loadWaiting(parcoursId);
  }, [parcoursId, count]);
  if (status === 'failed') {
    return <RetryAlert onRetry={() => loadWaiting(parcoursId)}>{words.failed(wordsFor(failure))}</RetryAlert>;
  }
  return (
    <div className={layout.stack3}>
      <Hint breaks>{words.count(count)}</Hint>
      {list.length === 0 && status !== 'ready' ? <Spinner label={words.loading} /> : null}
      <ul className={layout.stack2}>
        {list.map((place) => (
          <WaitingCard key={place.id} place={place} name={formatPlaceName(place.name)} />
        ))}
      </ul>
    </div>
  );
}

/** A drop that waits for approval: play it, then approve or refuse it. */
function WaitingCard({ place, name }: { readonly place: WaitingPlace; readonly name: string }) {
  const [isRefusing, setRefusing] = useState(false);
  const [text, setText] = useState('');
  const { busy, failure, run } = useAction(wordsFor);
  const handleApprove = async (): Promise<void> => {
    await answerWaiting(place, { answer: 'approved' });
    showNotice(words.approved(name));
  };
  return (
    <li className={styles.waiting}>
      <div className={layout.lines}>
        <h3 className={styles.name}>{name}</h3>
        <Hint inline breaks>
          {words.by(place.author ?? words.noAuthor, formatMoment(Date.parse(place.madeAt), 'medium'))}
        </Hint>
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
