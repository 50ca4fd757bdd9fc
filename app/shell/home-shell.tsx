import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { isMapPath, paths } from '../paths.ts';
import { strings } from '../platform/strings.ts';
import { hasParcours, loadParcours, parcours } from '../state/parcours.ts';
import { checkSession, session } from '../state/session.ts';
import { Spinner } from '../ui/spinner.tsx';
import styles from './home-shell.module.css';
import { LoadingScreen, useFirstLoad } from './loading-screen.tsx';
import { Menu } from './menu.tsx';

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
  const { user } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const isFirstLoad = useFirstLoad(user !== null);
  const showsMap = isMapPath(pathname);
  const userId = user?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is looked at whenever the path changes.
  useEffect(() => {
    checkSession();
  }, [pathname]);

  useEffect(() => {
    if (userId !== undefined) loadParcours();
  }, [userId]);

  if (!user) return <Navigate to={paths.login} replace />;
  if (showsMap && !hasParcours(state)) return <Navigate to={paths.parcours} replace />;

  return (
    <div className={styles.shell}>
      <Menu />
      {/* Another screen brings a main of its own. */}
      <div className={styles.map} role={showsMap ? 'main' : undefined} inert={!showsMap}>
        <Suspense fallback={<Pending label={strings.shell.loading} />}>
          <WalkScreen />
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
      {isFirstLoad ? <LoadingScreen /> : null}
    </div>
  );
}
