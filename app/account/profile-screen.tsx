import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { loadMyDrops, myDrops } from '../drops/my-drops.ts';
import { offlineWords } from '../page/offline-words.ts';
import { paths } from '../paths.ts';
import { session } from '../session/session.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { handleOf } from './handle.ts';
import { ProfilePicture } from './profile-picture.tsx';
import styles from './profile-screen.module.css';
import { profileStrings } from './profile-words.ts';
import { ProfileActs } from './security/profile-acts.tsx';

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
    <Page title={words.title} back={{ to: paths.home, label: words.back }}>
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
