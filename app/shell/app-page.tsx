import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { proxy, useSnapshot } from 'valtio';
import { guestStrings } from '../account/guests-words.ts';
import { languageChoice } from '../page/language.ts';
import { languageStrings } from '../page/language-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { isMapPath, paths, plainPath } from '../paths.ts';
import { focusMain, setPageTitle } from '../platform/page/page-events.ts';
import { adoptionNews, announceAdoption } from '../session/adoption.ts';
import { strings, titles } from '../ui/common-words.ts';
import { FirstScreenContext } from '../ui/use-arrival-focus.ts';
import { NoticeStack } from './notice-stack.tsx';

interface TitleNames {
  /** The parcours on the map; null without one. */
  name: string | null;
  /** The parcours to which the person is welcomed, in place of the list, or the code of the shown page; null without one. */
  own: string | null;
}

/** The names in the page's title. Set by the home shell: the login must not load the parcours for its title. */
export const titleNames = proxy<TitleNames>({ name: null, own: null });

/** The elements around the routes of every page. */
export function AppPage({ children }: { readonly children: ReactNode }) {
  const [firstScreen] = useState({ isShown: false });
  return (
    <>
      <SkipLink />
      <Suspense fallback={<Starting />}>
        <FirstScreenContext value={firstScreen}>{children}</FirstScreenContext>
      </Suspense>
      <PageTitle />
      <AdoptionNotice />
      <LanguageNotice />
      <NoticeStack />
    </>
  );
}

/** The first stop of Tab, and seen only there. */
function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page, as RGAA wants of a link.
    <a
      className="visually-hidden skip"
      href="#main"
      onClick={(event) => {
        // An entry of the history would stand in the way back.
        event.preventDefault();
        focusMain();
      }}
    >
      {strings.app.toContent}
    </a>
  );
}

/** Tells a guest who has logged in that the account doesn't have their data yet, or can't have it. */
function AdoptionNotice() {
  const { untold } = useSnapshot(adoptionNews);
  useEffect(() => {
    if (untold === null) return;
    showNotice(untold === 'waits' ? guestStrings.comesLater : guestStrings.left);
    announceAdoption(null);
  }, [untold]);
  return null;
}

/** Tells that the words of the chosen language could not be loaded. */
function LanguageNotice() {
  const { isMissing } = useSnapshot(languageChoice);
  useEffect(() => {
    if (isMissing) showNotice(languageStrings.missing, { tone: 'info' });
  }, [isMissing]);
  return null;
}

const TITLES: Readonly<Record<string, () => string>> = {
  [paths.login]: () => strings.login.submit,
  [paths.createAccount]: () => strings.signUp.title,
  [paths.invite]: () => titles.invite,
  [paths.forgotten]: () => titles.password,
  [paths.reset]: () => titles.password,
  [paths.verify]: () => titles.verify,
  [paths.parcours]: () => titles.parcours,
  [paths.createParcours]: () => titles.createParcours,
  [paths.drops]: () => titles.myDrops,
  [paths.profile]: () => titles.profile,
  [paths.security]: () => titles.security,
  [paths.toApprove]: () => titles.toApprove,
  [paths.requests]: () => titles.requests,
  [paths.reports]: () => titles.reports,
  [paths.myData]: () => titles.myData,
  [paths.admin]: () => titles.admin,
  [paths.about]: () => titles.about,
  [paths.terms]: () => titles.terms,
  [paths.accessibility]: () => titles.accessibility,
  [paths.licences]: () => titles.licences,
};

/** Sets the page's title to the screen, or to the parcours on the map or of the welcome. Renders nothing. */
export function PageTitle() {
  const pathname = plainPath(useLocation().pathname);
  const { name, own } = useSnapshot(titleNames);
  const screen = isMapPath(pathname)
    ? (name ?? titles.map)
    : ((pathname === paths.parcours ? own : null) ?? TITLES[pathname]?.() ?? own ?? strings.shell.notFound);
  useEffect(() => setPageTitle(strings.app.titled(screen)), [screen]);
  return null;
}

/** Shown until a screen's code is loaded: the same as in index.html, so that nothing flickers. */
function Starting() {
  return (
    <div className="starting" role="status">
      <img src="/favicon.svg" alt="" width={64} height={64} />
      <p>{strings.app.name}</p>
    </div>
  );
}
