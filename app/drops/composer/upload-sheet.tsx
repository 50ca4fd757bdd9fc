import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { places } from '../../places/places.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { dropStrings } from '../drop-words.ts';
import { KeptPart } from './kept-part.tsx';
import { UploadForm, type UploadFormProps } from './upload-form.tsx';
import styles from './upload-sheet.module.css';
import { askToCloseUpload, giveUpUpload, type Upload } from './uploads.ts';

interface UploadSheetProps extends UploadFormProps {
  readonly open: boolean;
  /** Called when the audio is saved and the person wants to see it. */
  readonly onFinish: () => void;
}

/** The sheet of an upload: destination, title, file, conversion, waveform, save. */
export function UploadSheet({ open, ...props }: UploadSheetProps) {
  const { upload, onFinish } = props;
  const { now: state } = useSnapshot(upload.view);
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && open) askToCloseUpload(upload);
      }}
      title={state.asks !== null ? dropStrings.closeTitle : dropStrings.title}
      closeLabel={strings.app.close}
    >
      {state.asks !== null ? (
        <CloseQuestion upload={upload} />
      ) : state.placeId !== null ? (
        <div className={styles.form}>
          <Sent placeId={state.placeId} />
          <Button wide onClick={onFinish}>
            {dropStrings.listen}
          </Button>
        </div>
      ) : state.itemId !== null ? (
        <KeptPart upload={upload} itemId={state.itemId} error={state.error} />
      ) : (
        <UploadForm {...props} state={state} />
      )}
    </Sheet>
  );
}

/** Tells what happened to the drop: published, waiting for approval, or hidden because its audio was hidden before. */
function Sent({ placeId }: { readonly placeId: PlaceId }) {
  const { list } = useSnapshot(places);
  const held = list.find(({ id }) => id === placeId)?.held;
  const [what, more] = wordsOfSent(held);
  return (
    <Notice tone={held === undefined ? 'success' : 'info'}>
      <strong>{what}</strong> {more}
    </Notice>
  );
}

function wordsOfSent(held: Place['held']): readonly [string, string] {
  if (held === undefined) return [dropStrings.saved, dropStrings.savedText];
  if (held === 'hidden') return [dropStrings.savedHidden, dropStrings.savedHiddenText];
  return [dropStrings.savedHeld, dropStrings.savedHeldText];
}

function CloseQuestion({ upload }: { readonly upload: Upload }) {
  return (
    <div className={styles.form}>
      <p>{dropStrings.closeText}</p>
      <Button wide onClick={() => upload.change({ type: 'denied' })}>
        {dropStrings.closeDeny}
      </Button>
      <Button wide variant="danger" onClick={() => giveUpUpload(upload)}>
        {dropStrings.closeConfirm}
      </Button>
    </div>
  );
}
