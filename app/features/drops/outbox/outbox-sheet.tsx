import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../../platform/net/error-words.ts';
import { printMoment } from '../../../platform/page/time.ts';
import { saveFile } from '../../../platform/storage/save-file.ts';
import { KeepError } from '../../../state/drops/outbox/drop-draft.ts';
import { countUnsent, nameOf, type OutboxItem } from '../../../state/drops/outbox/outbox-view.ts';
import { outbox, ownOutbox } from '../../../state/drops/own-drops.ts';
import { parcours } from '../../../state/maps/parcours.ts';
import { showNotice } from '../../../state/page/notices.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { outboxStrings } from '../../../words/outbox.ts';
import { strings } from '../../../words/strings.ts';
import { DropProgress } from '../drop-progress.tsx';
import shared from '../list/drop-list.module.css';
import styles from './outbox.module.css';

/** The drops that wait on this device, and what can be done with each. */
export function OutboxSheet({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { items } = useSnapshot(outbox);
  const words = outboxStrings;
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={items.length === 0 ? undefined : words.hint}
      closeLabel={strings.app.close}
    >
      {countUnsent(items) === 0 ? (
        <EmptyState title={words.empty} hint={words.emptyHint} />
      ) : (
        <OutboxList items={items} />
      )}
    </Sheet>
  );
}

/** The drops that are not sent yet, one below the other. */
export function OutboxList({ items }: { readonly items: readonly OutboxItem[] }) {
  return (
    <ul className={shared.list} aria-label={outboxStrings.title}>
      {items
        .filter(({ isUnsent }) => isUnsent)
        .map((item) => (
          <OutboxRow key={item.id} item={item} />
        ))}
    </ul>
  );
}

function OutboxRow({ item }: { readonly item: OutboxItem }) {
  const words = outboxStrings;
  const { list: maps } = useSnapshot(parcours);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const name = nameOf(item);
  const mapName = maps.find(({ id }) => id === item.mapId)?.name;

  const save = async (): Promise<void> => {
    try {
      saveFile(await ownOutbox().exportFile(item.id));
      setFault(null);
    } catch (error) {
      setFault(error instanceof KeepError ? error.message : wordsFor(error));
    }
  };

  return (
    <li className={styles.row}>
      <div>
        <h3 className={shared.name}>{name}</h3>
        <p className={shared.detail}>{[mapName, printMoment(item.keptAtMs, 'medium')].filter(Boolean).join(', ')}</p>
      </div>
      <DropProgress item={item} />
      {fault !== null && <Alert>{fault}</Alert>}
      <div className={styles.acts}>
        <Button variant="quiet" icon={<Download size={18} aria-hidden />} onClick={() => void save()}>
          {words.export}
        </Button>
        <Button variant="quiet" icon={<Trash2 size={18} aria-hidden />} onClick={() => setAsking(true)}>
          {words.discard}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          words={{
            title: words.discardTitle(name),
            description: item.makesPlace && item.placeId !== null ? words.discardTextPlaced : words.discardText,
            confirm: words.discard,
            cancel: words.keep,
          }}
          onConfirm={async () => {
            if (!(await ownOutbox().discard(item.id))) showNotice(words.notHere);
          }}
          onClose={() => setAsking(false)}
          wordsFor={wordsFor}
        />
      )}
    </li>
  );
}
