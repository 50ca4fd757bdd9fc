import { Eye, Map as MapIcon, MessageSquareWarning, Trash2, UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ModeratedAccount, Thing, ThingState } from '../../../contracts/moderation.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import styles from '../moderation.module.css';
import { ActSheet } from './act-sheet.tsx';
import { setSuspension, takeMeasure } from './queue.ts';
import { type QueueAct, queueStrings } from './queue-words.ts';

const words = queueStrings;
const MORE: ReadonlyArray<{ readonly act: QueueAct; readonly icon: ReactNode; readonly danger?: boolean }> = [
  { act: 'warn', icon: <MessageSquareWarning size={18} aria-hidden /> },
  { act: 'restore', icon: <Eye size={18} aria-hidden /> },
  { act: 'delete', icon: <Trash2 size={18} aria-hidden />, danger: true },
  { act: 'suspend', icon: <UserX size={18} aria-hidden />, danger: true },
];

/** The possible measures about an item: the two usual ones as buttons, the others in a menu. */
export function ThingActs({
  thing,
  name,
  state,
  isOpen,
  hasAuthor,
  author = null,
  onOpenMap,
  onDone,
}: {
  readonly thing: Thing;
  readonly name: string;
  readonly state: ThingState;
  /** Whether a decision about it is pending. */
  readonly isOpen: boolean;
  readonly hasAuthor: boolean;
  /** The author, whose account may be suspended here. */
  readonly author?: ModeratedAccount | null;
  /** Opens the item's map, if that is offered. */
  readonly onOpenMap?: () => void;
  readonly onDone?: (act: QueueAct) => void;
}) {
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
              onOpenMap !== undefined && {
                label: words.openMap,
                icon: <MapIcon size={18} aria-hidden />,
                act: onOpenMap,
              },
            ]}
          />
        </div>
      </div>
      {act === null ? null : (
        <ActSheet
          act={act}
          name={act === 'suspend' ? (author?.name ?? '') : name}
          onAct={async (said) => {
            if (act !== 'suspend' && act !== 'unsuspend') await takeMeasure({ thing, kind: act, words: said });
            else if (author !== null) await setSuspension(author.id, act === 'suspend', said);
            onDone?.(act);
          }}
          onClose={() => setAct(null)}
        />
      )}
    </>
  );
}
