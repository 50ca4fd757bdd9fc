import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { wordsFor } from '../../page/error-words.ts';
import { ApiError } from '../../platform/net/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from '../moderation.module.css';
import { deletedStrings } from './deleted-words.ts';

const words = deletedStrings;

/** A deleted item, with the button to restore it. */
export function DeletedRow({
  name,
  detail,
  onRestore,
  onPurge,
}: {
  readonly name: string;
  readonly detail: string;
  /** Null if the person may only delete it for good. */
  readonly onRestore: (() => Promise<void>) | null;
  readonly onPurge: () => Promise<void>;
}) {
  const [isPurging, setPurging] = useState(false);
  const { busy, failure, run } = useAction(wordsFor);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.hint}>{detail}</p>
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
          acts={[
            {
              label: words.purge,
              icon: <Trash2 size={18} aria-hidden />,
              danger: true,
              act: () => setPurging(true),
            },
          ]}
        />
      </div>
      {failure === null ? null : <Alert>{failure}</Alert>}
      {isPurging ? (
        <ConfirmDialog
          words={{ ...words.purgeOne(name), cancel: strings.app.cancel }}
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
