import { Camera } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { AVATAR_SIDE_PX } from '../../../contracts/limits.ts';
import { paths } from '../../paths.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { cutSquare, type PictureCrop, type ReadPicture, readPicture } from '../../platform/page/picture.ts';
import { Scope } from '../../platform/scope.ts';
import { askToLogout } from '../../state/drops/leaving.ts';
import { loadMyDrops, myDrops } from '../../state/drops/my-drops.ts';
import { uploadPicture } from '../../state/session/profile.ts';
import { session } from '../../state/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { strings } from '../../words/strings.ts';
import { handleOf } from './handle.ts';
import styles from './profile-screen.module.css';

const PictureCropper = lazyPart(async () => (await import('./picture-cropper.tsx')).PictureCropper);

/** The person's own page: their picture, which can be changed, their name, how many drops they made, and the way out. */
export function ProfileScreen() {
  const navigate = useNavigate();
  const { user } = useSnapshot(session);
  const { status, list, leavingIds } = useSnapshot(myDrops);
  const words = strings.profile;
  const userId = user?.id;
  const isGuest = user?.role === 'guest';

  useEffect(() => {
    if (userId !== undefined && !isGuest) void loadMyDrops(userId, undefined);
  }, [userId, isGuest]);

  if (user === null || isGuest) return <Navigate to={paths.parcours} replace />;
  const kept = list.filter((drop) => !leavingIds.includes(drop.id));
  return (
    <Page title={words.title} back={{ to: paths.home, label: strings.app.back }}>
      <div className={styles.profile}>
        <ProfilePicture name={user.name} picture={user.picture} />
        <div className={styles.who}>
          <p className={styles.name}>{user.name}</p>
          <p className={styles.handle}>{handleOf(user.name)}</p>
        </div>
        <p className={styles.drops}>
          <strong>{status === 'ready' ? kept.length : '–'}</strong>
          <span lang="en">{words.drops}</span>
        </p>
        <Button
          variant="secondary"
          lang="en"
          wide
          onClick={() => {
            if (askToLogout()) navigate(paths.root);
          }}
        >
          {words.logOut}
        </Button>
      </div>
    </Page>
  );
}

/** The picture, the way to choose another one, and the square to cut out of it. */
function ProfilePicture({ name, picture }: { readonly name: string; readonly picture: string | null }) {
  const words = strings.profile;
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const owner = useRef<Scope | null>(null);
  const [chosen, setChosen] = useState<ReadPicture | null>(null);
  const [crop, setCrop] = useState<PictureCrop | null>(null);
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const forget = (): void => {
    owner.current?.dispose();
    owner.current = null;
    setChosen(null);
    setCrop(null);
    // Otherwise choosing the same file again would change nothing, and so tell nothing.
    if (input.current !== null) input.current.value = '';
  };
  useEffect(() => () => owner.current?.dispose(), []);

  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    forget();
    setFault(null);
    const scope = new Scope();
    owner.current = scope;
    try {
      const read = await readPicture(scope, file);
      if (!scope.disposed) setChosen(read);
    } catch (error) {
      if (!scope.disposed) setFault(error instanceof Error ? error.message : words.unreadable);
    }
  };

  const upload = async (): Promise<void> => {
    if (chosen === null || crop === null) {
      setFault(words.noFile);
      return;
    }
    setSending(true);
    setFault(null);
    try {
      // Twice the kept side: the server makes the final size, and has something to make it from.
      await uploadPicture(await cutSquare(chosen, crop, 2 * AVATAR_SIDE_PX));
      forget();
    } catch (error) {
      setFault(words.failed(wordsFor(error)));
    } finally {
      setSending(false);
    }
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
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {chosen === null ? (
        <label htmlFor={inputId} className={styles.avatar} title={words.choose}>
          <Avatar name={name} picture={picture} sizePx={128} />
          <span className={styles.camera} aria-hidden>
            <Camera size={20} />
          </span>
        </label>
      ) : (
        <Suspense fallback={<Spinner size={32} label={strings.app.loading} />}>
          <PictureCropper url={chosen.url} onCrop={setCrop} />
        </Suspense>
      )}
      {fault === null ? null : (
        <div className={styles.fault}>
          <Alert>{fault}</Alert>
        </div>
      )}
      <div className={styles.acts}>
        {chosen === null ? null : (
          <Button variant="quiet" disabled={sending} onClick={forget}>
            {strings.app.cancel}
          </Button>
        )}
        <Button
          variant={chosen === null ? 'secondary' : 'primary'}
          lang="en"
          busy={sending}
          onClick={() => void upload()}
        >
          {sending ? words.uploading : words.upload}
        </Button>
      </div>
    </div>
  );
}
