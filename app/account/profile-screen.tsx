import { Camera, FolderDown, ShieldCheck } from 'lucide-react';
import { type ComponentProps, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { AVATAR_SIDE_PX } from '../../contracts/limits.ts';
import { loadMyDrops, myDrops } from '../drops/my-drops.ts';
import { wordsFor } from '../page/error-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { paths } from '../paths.ts';
import { cutSquare, middleSquare, type PictureCrop, type ReadPicture, readPicture } from '../platform/page/picture.ts';
import { Scope } from '../platform/scope.ts';
import { session } from '../session/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { strings, titles } from '../ui/common-words.ts';
import { EnglishStart } from '../ui/english.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Alert, Notice } from '../ui/message.tsx';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useAction } from '../ui/use-action.ts';
import { askToLogout } from './leaving.ts';
import { uploadPicture } from './profile.ts';
import styles from './profile-screen.module.css';
import { profileStrings } from './profile-words.ts';

/** The person's own page: picture, name, number of drops, and logout. */
export function ProfileScreen() {
  const { user } = useSnapshot(session);
  const { status, list, leavingIds } = useSnapshot(myDrops);
  const words = profileStrings;
  const userId = user?.id;
  const isGuest = user?.role === 'guest';

  useEffect(() => {
    if (userId !== undefined && !isGuest) void loadMyDrops(userId, undefined);
  }, [userId, isGuest]);

  if (user === null || isGuest) return <Navigate to={paths.parcours} replace />;
  const drops = list.filter((drop) => !leavingIds.includes(drop.id) && drop.draft !== true);
  return (
    <Page title={words.title} back={{ to: paths.home, label: strings.app.back }}>
      <div className={styles.profile}>
        <ProfilePicture name={user.name} picture={user.picture} />
        <div className={styles.who}>
          <p className={styles.name}>{user.name}</p>
          <p className={styles.handle}>{handleOf(user.name)}</p>
        </div>
        <p className={styles.drops}>
          <strong>{status === 'ready' ? drops.length : '–'}</strong>
          <span lang="en">{words.drops}</span>
        </p>
        {status === 'failed' && <Notice>{offlineWords.dropsUnknown}</Notice>}
        <ProfileActs />
      </div>
    </Page>
  );
}

/** Returns the handle shown under a name: without spaces, in lower case. */
export function handleOf(name: string): string {
  return `@${name.replace(/\s+/gu, '').toLowerCase()}`;
}

const PictureCropper = lazyPart(async () => (await import('./picture-cropper.tsx')).PictureCropper);

function ProfilePicture({ name, picture }: { readonly name: string; readonly picture: string | null }) {
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
    } catch {
      if (!scope.disposed) upload.setFailure(words.unreadable);
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
        className="visually-hidden"
        aria-label={words.choose}
        aria-invalid={(chosen === null && upload.failure !== null) || undefined}
        aria-describedby={upload.failure === null ? undefined : failureId}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {chosen === null ? (
        <PictureLabel htmlFor={inputId} name={name} picture={picture} />
      ) : (
        <Suspense fallback={<Spinner size={32} label={strings.app.loading} />}>
          <PictureCropper url={chosen.url} onCrop={setCrop} />
        </Suspense>
      )}
      {upload.failure === null ? null : (
        <div id={failureId} className={styles.failure}>
          <Alert>
            {chosen === null ? <p lang="en">{upload.failure}</p> : <EnglishStart>{upload.failure}</EnglishStart>}
            {chosen === null && <p>{upload.failure === words.unreadable ? words.formats : words.chooseFirst}</p>}
          </Alert>
        </div>
      )}
      <div className={styles.acts}>
        {chosen === null ? null : (
          <Button variant="quiet" disabled={upload.busy} onClick={clear}>
            {strings.app.cancel}
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

/** The person's picture as the label of the file input that replaces it. */
function PictureLabel({
  htmlFor,
  ...who
}: { readonly htmlFor: string } & Pick<ComponentProps<typeof Avatar>, 'name' | 'picture'>) {
  return (
    <label htmlFor={htmlFor} className={styles.avatar} title={profileStrings.choose}>
      <Avatar {...who} sizePx={128} />
      <span className={styles.camera} aria-hidden>
        <Camera size={20} />
      </span>
    </label>
  );
}

function ProfileActs() {
  const navigate = useNavigate();
  return (
    <>
      <ButtonLink to={paths.security} variant="secondary" wide icon={<ShieldCheck size={20} aria-hidden />}>
        {titles.security}
      </ButtonLink>
      <ButtonLink to={paths.myData} variant="secondary" wide icon={<FolderDown size={20} aria-hidden />}>
        {titles.myData}
      </ButtonLink>
      <Button
        variant="secondary"
        lang="en"
        wide
        onClick={() => {
          if (askToLogout()) navigate(paths.root);
        }}
      >
        {profileStrings.logOut}
      </Button>
    </>
  );
}
