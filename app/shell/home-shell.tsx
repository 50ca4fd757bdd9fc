import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { refreshAccount } from '../account/profile.ts';
import { codeStrings } from '../codes/code-words.ts';
import { codeInPath, codePath } from '../codes/open-code.ts';
import { PackSheet } from '../packs/pack-panel.tsx';
import { openPackSheet } from '../packs/packs.ts';
import { showNotice } from '../page/notice-queue.ts';
import { endWelcome, greet, welcome } from '../parcours/invite/welcome.ts';
import { findSelected, hasParcours, parcours } from '../parcours/parcours.ts';
import { startParcours } from '../parcours/parcours-list.ts';
import { isHomePath, isMapPath, isOpenPath, paths, plainPath } from '../paths.ts';
import { formatPlaceName, UNTITLED_PLACE } from '../places/place-words.ts';
import { matchesMedia } from '../platform/page/device.ts';
import { onVisible, readPath } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { codeNote } from '../platform/storage/tab-notes.ts';
import { connectOpenVisit, isOpenVisitor, openVisit, pathInVisit } from '../session/open-visit.ts';
import { checkSession, session } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { strings, titles } from '../ui/common-words.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Logo } from '../ui/logo.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { SWIPE_MIN_PX, useSwipe } from '../ui/use-swipe.ts';
import { listenStrings } from '../walk/player-words.ts';
import { walkStrings } from '../walk/walk-words.ts';
import { titleNames } from './app-page.tsx';
import { TermsChanged, useGrantNotice, useMessageNotice, usePackNotices } from './home-notices.tsx';
import styles from './home-shell.module.css';
import { LoadingScreen, useFirstLoad } from './loading-screen.tsx';
import { Menu } from './menu.tsx';
import { PanelBoundary } from './panel-boundary.tsx';
import { useRail } from './panes.ts';
import { LogoutQuestion, RestartQuestion } from './questions.tsx';

function Pending({ label }: { readonly label: string }) {
  return (
    <div className={styles.pending}>
      <Spinner size={32} label={label} />
    </div>
  );
}

/** The same as in this file's style sheet. */
const MAP_SHOWS_BESIDE = '(min-width: 800px)';

/** Set once the services run. */
let stopSoundOfServices: () => void = () => {};

function stopAllSound(): void {
  stopSoundOfServices();
}

async function loadServices(): Promise<void> {
  const { stopSound, runServices } = await import('./services.ts');
  runServices({
    titles: { untitled: UNTITLED_PLACE, album: listenStrings.album },
    onStoryGone: ({ appelation }) => showNotice(walkStrings.placeGone(formatPlaceName(appelation))),
  });
  stopSoundOfServices = stopSound;
}

const WalkScreen = lazyPart(async () => {
  const [{ WalkScreen }] = await Promise.all([import('./walk-screen.tsx'), loadServices()]);
  return WalkScreen;
});

const VisitOver = lazyPart(async () => (await import('./visit-over.tsx')).VisitOver);

const VisitFailed = lazyPart(async () => (await import('./visit-over.tsx')).VisitFailed);

// Phones have no rail, and don't load it.
const Rail = lazyPart(async () => (await import('./rail.tsx')).Rail);

// A tap on its button starts the player, whose services must already run.
const Welcome = lazyPart(async () => {
  const [{ WelcomePart }] = await Promise.all([import('./welcome-part.tsx'), loadServices()]);
  return WelcomePart;
});

// Likewise: its button plays a story.
const CodeScreen = lazyPart(async () => {
  const [{ CodeScreen }] = await Promise.all([import('../codes/code-screen.tsx'), loadServices()]);
  return CodeScreen;
});

const CodeOutside = lazyPart(async () => (await import('../codes/code-outside.tsx')).CodeOutside);

/**
 * Whether the map is mounted: always, except on a phone whose first screen covers it: a welcome, or a code's page. Drawing
 * it there would delay that screen.
 */
function useMapMounted(isCovered: boolean): boolean {
  const [isMounted, setMounted] = useState(() => !isCovered || matchesMedia(MAP_SHOWS_BESIDE));
  if (!isCovered && !isMounted) setMounted(true);
  return isMounted;
}

/**
 * The map, mounted once, with the menu above it, and on other paths the path's screen beside it. The map is inert then,
 * unless the screen is wide enough to use both.
 */
export function HomeShell() {
  const { pathname } = useLocation();
  const { user, ended } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const isFirstLoad = useFirstLoad(user !== null);
  const { isClosed } = useSnapshot(openVisit);
  const isOpen = isOpenVisitor(user);
  // The first page of a visit is its welcome, which members see where their list is.
  const isAtVisit = isOpen && plainPath(pathname) === paths.root;
  const showsMap = isMapPath(pathname) && !isAtVisit;
  const map = useArrivalFocus<HTMLDivElement>(showsMap);
  const userId = user?.id;
  const { parcoursId: welcomedId } = useSnapshot(welcome);
  const isAtList = isAtVisit || plainPath(pathname) === paths.parcours;
  const welcomed = isAtList ? state.list.find(({ id }) => id === welcomedId) : undefined;
  const code = codeInPath(pathname);
  const mapMounted = useMapMounted(((welcomedId !== null || isAtVisit) && isAtList) || code !== null);
  // After a reload, until the list has loaded.
  const isWelcomeDue =
    isAtList &&
    (welcomedId !== null || isAtVisit) &&
    state.list.length === 0 &&
    (state.status === 'idle' || state.status === 'loading');
  const [menuOpen, setMenuOpen] = useState(false);
  const isRail = useRail();
  const [panesSlot, setPanesSlot] = useState<HTMLElement | null>(null);
  // On the map's own path a swipe changes the pane; the menu is left of the first one.
  const swipe = useSwipe(SWIPE_MIN_PX, (way) => {
    if (way === 'right' && !showsMap && !isRail) setMenuOpen(true);
  });

  const mapName = findSelected(state)?.name ?? null;
  const own = welcomed?.name ?? (code === null ? null : codeStrings.pageTitle(code.toUpperCase()));
  useEffect(() => {
    // Its end names itself.
    if (isClosed) return;
    Object.assign(titleNames, { name: mapName, own });
    return () => {
      Object.assign(titleNames, { name: null, own: null });
    };
  }, [mapName, own, isClosed]);
  useWaitingCode(userId !== undefined && !isOpen);

  useEffect(() => {
    checkSession();
    if (!isAtList) endWelcome();
  }, [isAtList]);

  const openId = isAtVisit ? state.list[0]?.id : undefined;
  useEffect(() => {
    if (openId !== undefined) greet(openId, false);
  }, [openId]);

  useEffect(() => {
    if (userId === undefined) return;
    const scope = new Scope();
    if (isOpen) connectOpenVisit();
    startParcours(scope);
    if (!isOpen) {
      refreshAccount();
      onVisible(scope, refreshAccount);
    }
    return () => scope.dispose();
  }, [userId, isOpen]);

  useMessageNotice(user !== null && user.role !== 'guest');
  useGrantNotice();
  usePackNotices();

  useEffect(
    () => () => {
      // Only if the person left, not if this screen failed.
      if (!isHomePath(pathInVisit(readPath()))) stopSoundOfServices();
    },
    [],
  );

  if (!user) {
    // The login tells why a session has ended, on every path; a visit that ended long ago must not block the terms.
    if (code === null && (ended === 'expired' || !isOpenPath(pathname))) return <Navigate to={paths.login} replace />;
    return (
      <OpenFrame>
        <Suspense fallback={<Pending label={strings.app.loading} />}>
          {code === null ? <Outlet /> : <CodeOutside key={code} code={code} />}
        </Suspense>
      </OpenFrame>
    );
  }
  if (isClosed) return <VisitOver visitorId={user.id} onShow={stopAllSound} />;
  // A visit has the screens that need no account.
  const isElsewhere = isOpen && !showsMap && !isAtVisit && code === null && !isOpenPath(pathname);
  if (isElsewhere || (showsMap && !hasParcours(state))) {
    return <Navigate to={isOpen ? paths.root : paths.parcours} replace />;
  }

  const isWide = plainPath(pathname) === paths.admin;
  const menu = <Menu open={menuOpen} onOpenChange={setMenuOpen} />;
  const isMapUsable = showsMap || (isRail && !isWide && !welcomed && !isWelcomeDue);

  return (
    <div className={styles.shell} {...swipe}>
      {isRail ? (
        <PanelBoundary fallback={menu}>
          <Suspense>
            <Rail panesRef={setPanesSlot} />
          </Suspense>
        </PanelBoundary>
      ) : (
        menu
      )}
      {showsMap ? null : (
        <>
          {isMapUsable ? null : <div className={styles.dim} aria-hidden />}
          <main id="main" className={classNames(styles.beside, welcomed && styles.welcome, isWide && styles.wide)}>
            <PanelBoundary key={plainPath(pathname)}>
              <Suspense fallback={<Pending label={strings.app.loading} />}>
                {isWelcomeDue ? <Pending label={strings.app.loading} /> : null}
                {welcomed ? <Welcome map={welcomed} role={user.role} /> : null}
                {code === null ? null : <CodeScreen key={code} code={code} />}
                {welcomed || isWelcomeDue ? null : isAtVisit ? <VisitFailed /> : <Outlet />}
              </Suspense>
            </PanelBoundary>
          </main>
        </>
      )}
      {/* Other screens have their own main element. */}
      <div
        ref={map}
        className={classNames(styles.map, isMapUsable && !showsMap && styles.besideScreen)}
        id={showsMap ? 'main' : undefined}
        {...(isMapUsable ? { role: showsMap ? 'main' : 'region', 'aria-label': titles.map } : {})}
        tabIndex={-1}
        inert={!isMapUsable}
      >
        <PanelBoundary floats>
          <Suspense fallback={<Pending label={strings.shell.loading} />}>
            {mapMounted ? (
              <WalkScreen
                onSwipePast={() => setMenuOpen(!isRail)}
                isMapUsable={isMapUsable}
                panesSlot={isRail ? panesSlot : null}
              />
            ) : null}
          </Suspense>
        </PanelBoundary>
      </div>
      <LogoutQuestion />
      <RestartQuestion />
      <TermsChanged />
      <PanelBoundary floats onGiveUp={() => openPackSheet(null)}>
        <PackSheet />
      </PanelBoundary>
      {isFirstLoad ? <LoadingScreen /> : null}
    </div>
  );
}

/** Returns to the page of the code that waited for a login, once somebody is logged in, which a visit is not. */
function useWaitingCode(isLoggedIn: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    const code = isLoggedIn ? codeNote.read() : null;
    if (code === null) return;
    codeNote.forget();
    void navigate(codePath(code), { replace: true });
  }, [isLoggedIn, navigate]);
}

/** Frame of a home shell screen for people who aren't logged in: without map and menu. */
function OpenFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.frameHead}>
        <Logo heightPx={34} />
        <p className={styles.appName}>{strings.app.name}</p>
        <Link className={styles.login} to={paths.login}>
          {strings.shell.login}
        </Link>
      </header>
      <main id="main" className={styles.frameMain}>
        {children}
      </main>
    </div>
  );
}
