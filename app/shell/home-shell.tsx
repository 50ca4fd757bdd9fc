import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { SWIPE_MIN_PX } from '../../contracts/limits.ts';
import { isMapPath, isOpenPath, paths } from '../paths.ts';
import { onVisible } from '../platform/page.ts';
import { Scope } from '../platform/scope.ts';
import { strings } from '../platform/strings.ts';
import { hasParcours, parcours, startParcours } from '../state/parcours.ts';
import { refreshAccount } from '../state/profile.ts';
import { checkSession, session } from '../state/session.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useSwipe } from '../ui/use-swipe.ts';
import styles from './home-shell.module.css';
import { LoadingScreen, useFirstLoad } from './loading-screen.tsx';
import { LogoutQuestion } from './logout-question.tsx';
import { Menu } from './menu.tsx';
import { OpenFrame } from './open-frame.tsx';

function Pending({ label }: { readonly label: string }) {
  return (
    <div className={styles.pending}>
      <Spinner size={32} label={label} />
    </div>
  );
}

const WalkScreen = lazy(async () => ({ default: (await import('./walk-screen.tsx')).WalkScreen }));

/**
 * The map, always there, with the menu above it. On every path but its own it is dimmed and out of reach, and the screen
 * of that path stands beside it.
 */
export function HomeShell() {
  const { pathname } = useLocation();
  const { user, ended } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const isFirstLoad = useFirstLoad(user !== null);
  const showsMap = isMapPath(pathname);
  const userId = user?.id;
  const [menuOpen, setMenuOpen] = useState(false);
  // On the map's own path a swipe turns the panes first; the menu lies to the left of them all.
  const swipe = useSwipe(SWIPE_MIN_PX, (way) => {
    if (way === 'right' && !showsMap) setMenuOpen(true);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is looked at whenever the path changes.
  useEffect(() => {
    checkSession();
  }, [pathname]);

  useEffect(() => {
    if (userId === undefined) return;
    const scope = new Scope();
    startParcours(scope);
    refreshAccount();
    onVisible(scope, refreshAccount);
    return () => scope.dispose();
  }, [userId]);

  if (!user) {
    // Whoever was thrown out is told so at the login, wherever they were.
    if (ended !== null || !isOpenPath(pathname)) return <Navigate to={paths.login} replace />;
    return (
      <OpenFrame>
        <Suspense fallback={<Pending label={strings.app.loading} />}>
          <Outlet />
        </Suspense>
      </OpenFrame>
    );
  }
  if (showsMap && !hasParcours(state)) return <Navigate to={paths.parcours} replace />;

  return (
    <div className={styles.shell} {...swipe}>
      <Menu open={menuOpen} onOpenChange={setMenuOpen} />
      {/* Another screen brings a main of its own. */}
      <div className={styles.map} role={showsMap ? 'main' : undefined} inert={!showsMap}>
        <Suspense fallback={<Pending label={strings.shell.loading} />}>
          <WalkScreen onSwipePast={() => setMenuOpen(true)} />
        </Suspense>
      </div>
      {showsMap ? null : (
        <>
          <div className={styles.dim} aria-hidden />
          <main className={styles.beside}>
            <Suspense fallback={<Pending label={strings.app.loading} />}>
              <Outlet />
            </Suspense>
          </main>
        </>
      )}
      <LogoutQuestion />
      {isFirstLoad ? <LoadingScreen /> : null}
    </div>
  );
}
