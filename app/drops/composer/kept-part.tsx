import { useSnapshot } from 'valtio';
import { Alert } from '../../ui/alert.tsx';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Button } from '../../ui/button.tsx';
import { wordsForQueued } from '../drop-fault-words.ts';
import { DropProgress } from '../drop-progress.tsx';
import { outbox } from '../drop-services.ts';
import { outboxStrings } from '../outbox/outbox-words.ts';
import styles from './upload-sheet.module.css';
import { askToCloseUpload, discardUpload, type Upload } from './uploads.ts';

/** A file that is stored on this device; the sheet may stay open or be closed while it is sent. */
export function KeptPart({
  upload,
  itemId,
  error,
}: {
  readonly upload: Upload;
  readonly itemId: string;
  /** Why the drop could not be taken back. */
  readonly error: string | null;
}) {
  const { items } = useSnapshot(outbox);
  const item = items.find(({ id }) => id === itemId);
  return (
    <div className={styles.form}>
      <p role="status">{wordsForQueued()}</p>
      {item !== undefined && (
        <div className={styles.work}>
          <DropProgress item={item} />
        </div>
      )}
      {error !== null && <Alert ref={bringIntoView}>{error}</Alert>}
      <Button wide variant="secondary" onClick={() => askToCloseUpload(upload)}>
        {outboxStrings.close}
      </Button>
      <Button wide variant="quiet" onClick={() => void discardUpload(upload)}>
        {outboxStrings.cancel}
      </Button>
    </div>
  );
}
