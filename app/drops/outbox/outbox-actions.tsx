import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { saveFile } from '../../platform/storage/save-file.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { wordsForOutboxFault } from '../drop-fault-words.ts';
import { currentOutbox } from '../drop-services.ts';
import { dropDraft } from '../my-drops.ts';
import styles from './outbox.module.css';
import { OutboxError } from './outbox-records.ts';
import { nameOf, type OutboxItem } from './outbox-view.ts';
import { outboxStrings } from './outbox-words.ts';

/** Buttons to save a waiting drop as a file, and to discard it after a confirmation. */
export function OutboxActions({ item }: { readonly item: OutboxItem }) {
  const words = outboxStrings;
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const save = async (): Promise<void> => {
    try {
      saveFile(await currentOutbox().exportFile(item.id));
      setFault(null);
    } catch (error) {
      setFault(error instanceof OutboxError ? wordsForOutboxFault(error.fault) : wordsFor(error));
    }
  };

  return (
    <>
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
            title: words.discardTitle(nameOf(item)),
            description: item.makesPlace && item.placeId !== null ? words.discardTextPlaced : words.discardText,
            confirm: words.discard,
            cancel: words.keep,
          }}
          onConfirm={async () => {
            if (!(await currentOutbox().discard(item.id))) showNotice(words.notHere);
            else if (item.makesPlace) dropDraft(item.placeId);
          }}
          onClose={() => setAsking(false)}
          wordsFor={wordsFor}
        />
      )}
    </>
  );
}
