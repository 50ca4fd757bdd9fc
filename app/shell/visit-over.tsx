import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { UserId } from '../../contracts/vocabulary.ts';
import { LoadFailure } from '../parcours/load-status.tsx';
import { parcours } from '../parcours/parcours.ts';
import { loadParcours } from '../parcours/parcours-list.ts';
import { paths } from '../paths.ts';
import { dropSeenExcept } from '../platform/packs/seen-places.ts';
import { readPacks, removeStoredPacks } from '../platform/packs/stored-packs.ts';
import { storage } from '../platform/storage/storage.ts';
import { PageLink } from '../ui/button-link.tsx';
import { Logo } from '../ui/logo.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { titleNames } from './app-page.tsx';
import styles from './full-page.module.css';
import { visitStrings as words } from './visit-words.ts';

/**
 * The screen of a visit whose parcours people without an account no longer see, of which nothing stays on this device.
 *
 * @param onShow ends what plays
 */
export function VisitOver({ visitorId, onShow }: { readonly visitorId: UserId; readonly onShow: () => void }) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  useEffect(() => {
    // On every path.
    Object.assign(titleNames, { name: words.over, own: words.over });
    onShow();
    // Denied storage holds nothing.
    forgetVisited(visitorId).catch(() => {});
  }, [visitorId, onShow]);
  return (
    <main id="main" className={styles.screen}>
      <Logo heightPx={84} />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {words.over}
      </h1>
      <p className={styles.hint}>{words.overHint}</p>
      <PageLink href={paths.login}>{words.login}</PageLink>
    </main>
  );
}

/** Shown instead of a parcours that has not loaded, and is not on this device. */
export function VisitFailed() {
  const { status, failure } = useSnapshot(parcours);
  if (status !== 'failed') return null;
  return <LoadFailure words={words.failed} failure={failure} onRetry={loadParcours} />;
}

async function forgetVisited(userId: UserId): Promise<void> {
  storage.forget('parcoursList', 'selectedParcours', 'toldStories');
  const { parcoursIds } = await readPacks(userId);
  await removeStoredPacks(parcoursIds.map((parcoursId) => ({ userId, parcoursId })));
  await dropSeenExcept(userId, [], []);
}
