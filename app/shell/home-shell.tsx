import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { PackSheet } from '../features/packs/pack-sheet.tsx';
import { isHomePath, isMapPath, isOpenPath, paths, plainPath } from '../paths.ts';
import { onVisible, readPath } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { hasParcours, parcours } from '../state/maps/parcours.ts';
import { startParcours } from '../state/maps/parcours-list.ts';
import { openPackSheet } from '../state/packs/packs.ts';
import { refreshAccount } from '../state/session/profile.ts';
import { checkSession, session } from '../state/session/session.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Spinner } from '../ui/spinner.tsx';
import { SWIPE_MIN_PX, useSwipe } from '../ui/use-swipe.ts';
import { strings } from '../words/strings.ts';
import { PanelBoundary } from './failures/panel-boundary.tsx';
import styles from './home-shell.module.css';
import { LoadingScreen, useFirstLoad } from './loading-screen.tsx';
import { LogoutQuestion } from './logout-question.tsx';
import { Menu } from './menu.tsx';
import { OpenFrame } from './open-frame.tsx';
import { prefetchMap } from './walk/prefetch-map.ts';

function Pending({ label }: { readonly label: string }) {
  return (
    <div className={styles.pending}>
      <Spinner size={32} label={label} />
    </div>
  );
}

/** Set once the services run. */
let stopSoundOfServices: () => void = () => {};

const WalkScreen = lazyPart(async () => {
  const [{ WalkScreen }, { stopSound, runServices }] = await Promise.all([
    import('./walk/walk-screen.tsx'),
    import('./walk/services.ts'),
  ]);
  runServices();
  stopSoundOfServices = stopSound;
  return WalkScreen;
});

/**
 * The map, always mounted, with the menu above it. On other paths it is dimmed and inert, and the path's screen is shown
 * beside it.
 */
export function HomeShell() {
  const { pathname } = useLocation();
  const { user, ended } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const isFirstLoad = useFirstLoad(user !== null);
  const showsMap = isMapPath(pathname);
  const userId = user?.id;
  const [menuOpen, setMenuOpen] = useState(false);
  // On the map's own path a swipe changes the pane; the menu lies left of the first one.
  const swipe = useSwipe(SWIPE_MIN_PX, (way) => {
    if (way === 'right' && !showsMap) setMenuOpen(true);
  });

  useEffect(prefetchMap, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is checked on each change of the path.
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

  useEffect(
    () => () => {
      // Only when the person left, not when this screen failed.
      if (!isHomePath(readPath())) stopSoundOfServices();
    },
    [],
  );

  if (!user) {
    // The login screen says why a session has ended, wherever it did.
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
      {/* Other screens have their own main. */}
      <div className={styles.map} role={showsMap ? 'main' : undefined} inert={!showsMap}>
        <PanelBoundary floats>
          <Suspense fallback={<Pending label={strings.shell.loading} />}>
            <WalkScreen onSwipePast={() => setMenuOpen(true)} />
          </Suspense>
        </PanelBoundary>
      </div>
      {showsMap ? null : (
        <>
          <div className={styles.dim} aria-hidden />
          <main className={styles.beside}>
            <PanelBoundary key={plainPath(pathname)}>
              <Suspense fallback={<Pending label={strings.app.loading} />}>
                <Outlet />
              </Suspense>
            </PanelBoundary>
          </main>
        </>
      )}
      <LogoutQuestion />
      <PanelBoundary floats onGiveUp={() => openPackSheet(null)}>
        <PackSheet />
      </PanelBoundary>
      {isFirstLoad ? <LoadingScreen /> : null}
    </div>
  );
}
