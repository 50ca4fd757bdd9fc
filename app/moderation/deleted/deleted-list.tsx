import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { ApiError } from '../../platform/net/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { formatDay } from '../../ui/number-words.ts';
import { useAction } from '../../ui/use-action.ts';
import styles from '../moderation.module.css';
import {
  deletedItems,
  loadDeleted,
  purgeParcours,
  purgePlace,
  restoreParcours,
  restorePlace,
} from './deleted-items.ts';
import { deletedStrings } from './deleted-words.ts';

const words = deletedStrings;

interface DeletedListProps {
  readonly kind: 'places' | 'maps';
  readonly version: number;
  readonly onRestored?: () => void;
}

/** The deleted items of one kind that can be restored, loaded again with each `version`; nothing without any. */
export function DeletedList({ kind, version, onRestored }: DeletedListProps) {
  const { places, maps, status, failure } = useSnapshot(deletedItems);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is deleted changes with the version.
  useEffect(() => {
    void loadDeleted();
  }, [version]);
  if (status === 'failed') {
    return <RetryAlert onRetry={loadDeleted}>{words.failed(wordsFor(failure))}</RetryAlert>;
  }
  const rows =
    kind === 'places'
      ? places.map(({ id, name, map, mayRestore, endsAt }) => ({
          id,
          name: formatPlaceName(name),
          detail: (mayRestore ? words.place : words.placeOfTheirs)(map.name, formatDay(Date.parse(endsAt))),
          restored: words.restored(formatPlaceName(name)),
          restore: mayRestore ? () => restorePlace(id) : null,
          purge: () => purgePlace(id),
        }))
      : maps.map(({ id, name, endsAt }) => ({
          id,
          name,
          detail: words.map(formatDay(Date.parse(endsAt))),
          restored: words.mapRestored(name),
          restore: () => restoreParcours(id),
          purge: () => purgeParcours(id),
        }));
  if (rows.length === 0) return null;
  return (
    <section className={layout.stack3} aria-labelledby={`deleted-${kind}`}>
      <h2 id={`deleted-${kind}`}>{words.title}</h2>
      <Hint breaks>{words.lead}</Hint>
      <ul className={layout.stack2}>
        {rows.map(({ id, name, detail, restored, restore, purge }) => (
          <DeletedRow
            key={id}
            name={name}
            detail={detail}
            onRestore={
              restore &&
              (async () => {
                await restore();
                showNotice(restored);
                onRestored?.();
              })
            }
            onPurge={async () => {
              await purge();
              showNotice(words.purged(name));
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface DeletedRowProps {
  readonly name: string;
  readonly detail: string;
  /** Null if the person may only delete it for good. */
  readonly onRestore: (() => Promise<void>) | null;
  readonly onPurge: () => Promise<void>;
}

function DeletedRow({ name, detail, onRestore, onPurge }: DeletedRowProps) {
  const [isPurging, setPurging] = useState(false);
  const { busy, failure, run } = useAction(wordsFor);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <Hint breaks>{detail}</Hint>
      </div>
      <div className={styles.rowActs}>
        {onRestore === null ? null : (
          <Button
            variant="secondary"
            icon={<ArchiveRestore size={18} aria-hidden />}
            busy={busy}
            aria-label={words.restoreOne(name)}
            onClick={() => void run(onRestore)}
          >
            {words.restore}
          </Button>
        )}
        <MoreMenu
          label={words.more(name)}
          acts={[{ label: words.purge, Icon: Trash2, danger: true, act: () => setPurging(true) }]}
        />
      </div>
      {failure === null ? null : <Alert>{failure}</Alert>}
      {isPurging ? (
        <ConfirmDialog
          words={words.purgeOne(name)}
          onConfirm={onPurge}
          onClose={() => setPurging(false)}
          wordsFor={purgeFailure}
        />
      ) : null}
    </li>
  );
}

function purgeFailure(error: unknown): string {
  return error instanceof ApiError && error.code === 'conflict' ? words.disputed : wordsFor(error);
}
