import { Button } from '../../../ui/button.tsx';
import layout from '../../../ui/layout.module.css';
import { Alert } from '../../../ui/message.tsx';
import { WorkProgress } from '../../../ui/progress-bar.tsx';
import { describePictureFailure, pictureEditStrings as words } from './picture-edit-words.ts';
import { cancelUpload, type PictureUpload, retryUpload } from './picture-edits.ts';
import styles from './pictures-editor.module.css';

/** The files on their way, each with its progress; a failed one with the reason, until it is sent again or given up. */
export function PictureUploads({ uploads }: { readonly uploads: readonly Readonly<PictureUpload>[] }) {
  if (uploads.length === 0) return null;
  return (
    <ul className={layout.stack3} aria-label={words.uploads}>
      {uploads.map((upload) => (
        <li key={upload.key} className={styles.upload}>
          {/* What the browser can't show is only named. */}
          <img className={styles.thumb} src={upload.url} alt="" />
          <div className={styles.uploadState}>
            <p className={styles.fileName}>{upload.name}</p>
            <UploadState upload={upload} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function UploadState({ upload }: { readonly upload: Readonly<PictureUpload> }) {
  const { key, name, step, share, failure } = upload;
  if (step === 'failed') {
    return (
      <>
        <Alert>{words.failed(name, describePictureFailure(failure))}</Alert>
        <div className={layout.wrap}>
          <Button variant="secondary" onClick={() => retryUpload(key)}>
            {words.retry}
          </Button>
          <Button variant="quiet" onClick={() => cancelUpload(key)}>
            {words.cancel}
          </Button>
        </div>
      </>
    );
  }
  return (
    <WorkProgress
      label={words[step]}
      share={step === 'sending' ? share : null}
      detail={null}
      cancelLabel={words.cancel}
      onCancel={() => cancelUpload(key)}
    />
  );
}
