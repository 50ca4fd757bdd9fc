import { Eye, type LucideIcon, Map as MapIcon, MessageSquareWarning, Trash2, UserX } from 'lucide-react';
import { useState } from 'react';
import { MODERATION_WORDS_MAX } from '../../../contracts/limits.ts';
import type { ItemState, ModeratedAccount, ReportedItem } from '../../../contracts/moderation.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { WordsSheet } from '../../ui/words-sheet.tsx';
import styles from '../moderation.module.css';
import { setSuspension, takeMeasure } from './queue.ts';
import { type QueueAct, queueStrings } from './queue-words.ts';

const words = queueStrings;
const MORE: ReadonlyArray<{ readonly act: QueueAct; readonly Icon: LucideIcon; readonly danger?: boolean }> = [
  { act: 'warn', Icon: MessageSquareWarning },
  { act: 'restore', Icon: Eye },
  { act: 'delete', Icon: Trash2, danger: true },
  { act: 'suspend', Icon: UserX, danger: true },
];

interface ItemActsProps {
  readonly item: ReportedItem;
  readonly name: string;
  readonly state: ItemState;
  /** Whether a decision about it is pending. */
  readonly isOpen: boolean;
  readonly hasAuthor: boolean;
  readonly author?: ModeratedAccount | null;
  readonly onOpenMap?: () => void;
  readonly onDone?: (act: QueueAct) => void;
}

/** The possible measures about an item: the two usual ones as buttons, the others in a menu. */
export function ItemActs({ item, name, state, isOpen, hasAuthor, author = null, onOpenMap, onDone }: ItemActsProps) {
  const [act, setAct] = useState<QueueAct | null>(null);
  const offers: Readonly<Record<QueueAct, boolean>> = {
    hide: state === 'shown',
    restore: state === 'hidden' || state === 'removed',
    delete: state === 'shown' || state === 'hidden',
    warn: hasAuthor,
    dismiss: isOpen,
    suspend: author !== null && !author.isSuspended && author.role !== 'admin',
    unsuspend: false,
  };
  const first: QueueAct = offers.hide ? 'hide' : 'restore';
  const buttons = ([first, 'dismiss'] as const).filter((offered) => offers[offered]);
  return (
    <>
      <div className={styles.acts}>
        {buttons.map((offered) => (
          <Button
            key={offered}
            variant={isOpen && offered === first ? 'primary' : 'secondary'}
            aria-haspopup="dialog"
            aria-label={words.actOn(words.acts[offered], name)}
            onClick={() => setAct(offered)}
          >
            {words.acts[offered]}
          </Button>
        ))}
        <div className={styles.more}>
          <MoreMenu
            label={words.more(name)}
            acts={[
              ...MORE.map(
                ({ act: offered, ...rest }) =>
                  offers[offered] &&
                  offered !== first && { ...rest, label: words.acts[offered], act: () => setAct(offered) },
              ),
              onOpenMap !== undefined && { label: words.openMap, Icon: MapIcon, act: onOpenMap },
            ]}
          />
        </div>
      </div>
      {act === null ? null : (
        <ActSheet
          act={act}
          name={act === 'suspend' ? (author?.name ?? '') : name}
          onAct={async (said) => {
            if (act !== 'suspend' && act !== 'unsuspend') await takeMeasure({ thing: item, kind: act, words: said });
            else if (author !== null) await setSuspension(author.id, act === 'suspend', said);
            onDone?.(act);
          }}
          onClose={() => setAct(null)}
        />
      )}
    </>
  );
}

/** Whether an account is suspended, with the button to change that; the site's admins can't be suspended. */
export function AccountActs({ account }: { readonly account: Omit<ModeratedAccount, 'email'> }) {
  const { id, name, role } = account;
  const [isSuspended, setSuspended] = useState(account.isSuspended);
  const [isAsking, setAsking] = useState(false);
  if (role === 'admin' && !isSuspended) return null;
  const act = isSuspended ? 'unsuspend' : 'suspend';
  return (
    <div className={layout.stack3}>
      {isSuspended ? <p className={styles.state}>{words.isSuspended}</p> : null}
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={words.actOn(words.acts[act], name)}
        onClick={() => setAsking(true)}
      >
        {words.acts[act]}
      </Button>
      {isAsking ? (
        <ActSheet
          act={act}
          name={name}
          onAct={async (said) => {
            await setSuspension(id, !isSuspended, said);
            setSuspended(!isSuspended);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

interface ActSheetProps {
  readonly act: QueueAct;
  /** Name of the affected item or account. */
  readonly name: string;
  /** The sheet closes when this resolves. */
  readonly onAct: (words: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Explains a measure, takes a message for the affected person, and applies the measure. */
export function ActSheet({ act, name, onAct, onClose }: ActSheetProps) {
  const [text, setText] = useState('');
  return (
    <WordsSheet
      title={words.actOn(words.acts[act], name)}
      lead={words.explain[act]}
      label={act === 'dismiss' ? null : words.words}
      text={text}
      maxLength={MODERATION_WORDS_MAX}
      onChange={setText}
      submit={words.acts[act]}
      variant={act === 'delete' || act === 'suspend' ? 'danger' : 'primary'}
      onSubmit={async () => {
        await onAct(text);
        showNotice(words.done[act](name));
      }}
      wordsFor={wordsFor}
      onClose={onClose}
    />
  );
}
