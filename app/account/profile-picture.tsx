import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { AVATAR_SIDE_PX } from '../../contracts/limits.ts';
import { wordsFor } from '../page/error-words.ts';
import { cutSquare, middleSquare, type PictureCrop, type ReadPicture, readPicture } from '../platform/page/picture.ts';
import { Scope } from '../platform/scope.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useAction } from '../ui/use-action.ts';
import { PictureLabel } from './picture-label.tsx';
import { uploadPicture } from './profile.ts';
import styles from './profile-screen.module.css';
import { profileStrings } from './profile-words.ts';

const PictureCropper = lazyPart(async () => (await import('./picture-cropper.tsx')).PictureCropper);

/** The person's picture, with the ways to choose, crop and upload another one. */
export function ProfilePicture({ name, picture }: { readonly name: string; readonly picture: string | null }) {
  const words = profileStrings;
  const inputId = useId();
  const failureId = useId();
  const input = useRef<HTMLInputElement>(null);
  const chosenScope = useRef<Scope | null>(null);
  const [chosen, setChosen] = useState<ReadPicture | null>(null);
  const [crop, setCrop] = useState<PictureCrop | null>(null);
  const upload = useAction((error) => words.failed(wordsFor(error)));

  const clear = (): void => {
    chosenScope.current?.dispose();
    chosenScope.current = null;
    setChosen(null);
    setCrop(null);
    // Otherwise choosing the same file again would fire no change event.
    if (input.current !== null) input.current.value = '';
  };
  useEffect(() => () => chosenScope.current?.dispose(), []);

  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    clear();
    upload.setFailure(null);
    const scope = new Scope();
    chosenScope.current = scope;
    try {
      const read = await readPicture(scope, file);
      if (!scope.disposed) setChosen(read);
    } catch (error) {
      if (!scope.disposed) upload.setFailure(error instanceof Error ? error.message : words.unreadable);
    }
  };

  const handleUpload = async (): Promise<void> => {
    if (chosen === null) {
      upload.setFailure(words.noFile);
      // The alert describes the file picker, so focus moves there.
      input.current?.focus();
      return;
    }
    await upload.run(async () => {
      // Twice the stored side, so that the server scales down.
      await uploadPicture(await cutSquare(chosen, crop ?? middleSquare(chosen), 2 * AVATAR_SIDE_PX));
      clear();
    });
  };

  return (
    <div className={styles.picture}>
      <input
        ref={input}
        id={inputId}
        type="file"
        accept="image/*"
        className={styles.file}
        aria-label={words.choose}
        aria-invalid={(chosen === null && upload.failure !== null) || undefined}
        aria-describedby={upload.failure === null ? undefined : failureId}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {chosen === null ? (
        <PictureLabel htmlFor={inputId} name={name} picture={picture} />
      ) : (
        <Suspense fallback={<Spinner size={32} label={words.loading} />}>
          <PictureCropper url={chosen.url} onCrop={setCrop} />
        </Suspense>
      )}
      {upload.failure === null ? null : (
        <div id={failureId} className={styles.failure}>
          <Alert>
            <p lang={chosen === null ? 'en' : undefined}>{upload.failure}</p>
            {chosen === null && <p>{upload.failure === words.unreadable ? words.formats : words.chooseFirst}</p>}
          </Alert>
        </div>
      )}
      <div className={styles.acts}>
        {chosen === null ? null : (
          <Button variant="quiet" disabled={upload.busy} onClick={clear}>
            {words.cancel}
          </Button>
        )}
        <Button
          variant={chosen === null ? 'secondary' : 'primary'}
          lang="en"
          busy={upload.busy}
          onClick={() => void handleUpload()}
        >
          {upload.busy ? words.uploading : words.upload}
        </Button>
      </div>
    </div>
  );
}
