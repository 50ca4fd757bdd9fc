import { ClipboardCheck, MapPin } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Snapshot, useSnapshot } from 'valtio';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import { chooseApprovalMails, readChoices } from '../../account/my-data/my-data.ts';
import { wordsFor } from '../../page/error-words.ts';
import { replaceNotice, showNotice } from '../../page/notice-queue.ts';
import { countToApprove, parcours } from '../../parcours/parcours.ts';
import { loadParcours } from '../../parcours/parcours-list.ts';
import { paths } from '../../paths.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { inScope } from '../../platform/scope.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { strings, titles } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { formatMoment } from '../../ui/number-words.ts';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { useAction, useLoad } from '../../ui/use-action.ts';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import styles from '../moderation.module.css';
import { approvalStrings } from './approval-words.ts';
import { answerWaiting, approvals, followWaiting, loadWaiting, type WaitingDrop } from './drop-approvals.ts';

const words = approvalStrings;

/** What the inbox needs of other subjects. */
interface InboxParts {
  /** Draws and plays a drop's audio. */
  readonly renderAudio: (drop: WaitingDrop) => ReactNode;
  /** Shows a drop's place on the map. */
  readonly onShow: (drop: WaitingDrop) => void;
}

/** 'À valider': the drops of all the person's parcours that wait for their approval. */
export function InboxScreen(parts: InboxParts) {
  const { list } = useSnapshot(parcours);
  const waiting = useSnapshot(approvals);
  const waitingOn = list.filter((listed) => countToApprove([listed]) > 0).map(({ id }) => id);
  const content = useRef<HTMLDivElement>(null);
  const focusedRow = useRef(0);
  const heir = useFocusHeir(() => {
    const names = content.current?.querySelectorAll('h2') ?? [];
    return names[Math.min(focusedRow.current, names.length - 1)] ?? content.current;
  });
  // Another number means other drops.
  const wanted = list.map(({ id, waiting_count = 0 }) => `${id} ${waiting_count}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says what has changed.
  useEffect(() => {
    void loadWaiting(waitingOn);
  }, [wanted]);
  useEffect(
    () =>
      inScope((scope) => {
        void loadParcours();
        followWaiting(scope);
      }),
    [],
  );
  return (
    <Page title={titles.toApprove} back={{ to: paths.home, label: strings.app.back }}>
      <div
        ref={content}
        tabIndex={-1}
        className={layout.stack4}
        {...heir}
        onFocusCapture={({ target }) => {
          const rows = [...(content.current?.querySelectorAll('li') ?? [])];
          focusedRow.current = Math.max(
            0,
            rows.findIndex((row) => row.contains(target)),
          );
        }}
      >
        <WaitingList
          waiting={waiting}
          parts={parts}
          nameOf={(drop) => list.find(({ id }) => id === drop.parcoursId)?.name ?? ''}
          onRetry={() => loadWaiting(waitingOn)}
        />
      </div>
      <MailSwitch />
    </Page>
  );
}

/** Whether a mail tells of waiting drops, where the server sends mails. Nothing until the choice is known. */
function MailSwitch() {
  const { value: config } = useLoad(loadConfig);
  const { value: choices } = useLoad(readChoices);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { busy, failure, run } = useAction(wordsFor);
  if (config?.sendsMail !== true || choices === undefined) return null;
  const handleChange = async (wanted: boolean): Promise<void> => {
    await chooseApprovalMails(wanted);
    setChosen(wanted);
  };
  return (
    <section className={classNames(layout.panel, styles.mails)}>
      <SwitchRow
        label={words.mails}
        hint={words.mailsHint}
        checked={chosen ?? choices.approvalMails}
        disabled={busy}
        onChange={(wanted) => void run(() => handleChange(wanted))}
      />
      {failure === null ? null : <Alert>{failure}</Alert>}
    </section>
  );
}

interface WaitingListProps {
  readonly waiting: Snapshot<typeof approvals>;
  readonly parts: InboxParts;
  readonly nameOf: (drop: WaitingDrop) => string;
  readonly onRetry: () => Promise<void>;
}

/** The waiting drops; or why there are none, which is not known before the parcours are. */
function WaitingList({ waiting: { list, status, failure }, parts, nameOf, onRetry }: WaitingListProps) {
  const maps = useSnapshot(parcours);
  const areMapsKnown = maps.status === 'ready' || maps.list.length > 0;
  if (maps.status === 'failed' && !areMapsKnown)
    return <RetryAlert onRetry={loadParcours}>{words.failed(wordsFor(maps.failure))}</RetryAlert>;
  if (list.length === 0 && status !== 'failed') {
    if (areMapsKnown && status === 'ready')
      return <EmptyState icon={<ClipboardCheck size={26} />} title={words.none} hint={words.noneHint} />;
    return (
      <div className={layout.loading}>
        <Spinner size={28} label={words.loading} />
      </div>
    );
  }
  return (
    <>
      {status === 'failed' ? <RetryAlert onRetry={onRetry}>{words.failed(wordsFor(failure))}</RetryAlert> : null}
      {list.length === 0 ? null : (
        <Hint breaks>
          {words.count(list.length)}. {words.lead}
        </Hint>
      )}
      <ul className={styles.cards}>
        {list.map((drop) => (
          <li key={drop.id} className={layout.panel}>
            <WaitingCard drop={drop} parcoursName={nameOf(drop)} {...parts} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The last notice of an approval: one for each of ten would cover those that still wait. */
let approvedLast: number | undefined;

/** A drop that waits for approval: play it, see where it is, then approve or refuse it. */
function WaitingCard({
  drop,
  parcoursName,
  renderAudio,
  onShow,
}: InboxParts & { readonly drop: WaitingDrop; readonly parcoursName: string }) {
  const [isRefusing, setRefusing] = useState(false);
  const [text, setText] = useState('');
  const { busy, failure, run } = useAction(wordsFor);
  const name = formatPlaceName(drop.name);
  const handleApprove = async (): Promise<void> => {
    await answerWaiting(drop, { answer: 'approved' });
    approvedLast = replaceNotice(approvedLast, words.approved(name));
  };
  return (
    <>
      <div className={layout.row}>
        <div className={classNames(layout.lines, layout.grow)}>
          <h2 tabIndex={-1} className={styles.name}>
            {name}
          </h2>
          <Hint inline breaks>
            {parcoursName}
          </Hint>
          <Hint inline breaks>
            {words.by(drop.author ?? words.noAuthor, formatMoment(Date.parse(drop.madeAt), 'medium'))}
          </Hint>
        </div>
        <IconButton label={words.showOne(name)} icon={<MapPin size={20} aria-hidden />} onClick={() => onShow(drop)} />
      </div>
      {drop.media === null ? <Hint>{words.noAudio}</Hint> : renderAudio(drop)}
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
            await answerWaiting(drop, { answer: 'refused', words: text });
            showNotice(words.refused(name));
          }}
          wordsFor={wordsFor}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </>
  );
}
