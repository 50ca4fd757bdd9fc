import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { startAppUpdates } from './page/app-update.ts';
import { startLanguage, storeLinkedLanguage } from './page/language.ts';
import { plainPath, slugIn } from './paths.ts';
import { watchBack } from './platform/page/back.ts';
import { readPageLanguage, readPath } from './platform/page/page-events.ts';
import { Scope } from './platform/scope.ts';
import { AppRouter } from './router.tsx';
import { startAdoptions } from './session/adoption.ts';
import { startAnalytics } from './session/analytics.ts';
import { startRenewal } from './session/renewal.ts';
import { isFirstVisit, startSession } from './session/session.ts';
import { shownLanguage } from './ui/language.ts';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';

/** The first screen waits so long for its words in another language; it is French then until they are there. */
const LANGUAGE_WAIT_MS = 3000;

/** Starts the services that live as long as the page, and shows the screen of its URL in the person's language. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('Got no element with the id root');
  const page = new Scope();
  storeLinkedLanguage();
  const slug = slugIn(readPath());
  const basename = slug === null ? '/' : (await import('./session/open-visit.ts')).beginOpenVisit(slug);
  startSession(page);
  startAnalytics(page);
  startRenewal(page);
  startAdoptions(page);
  startAppUpdates(page);
  watchBack(page);
  // Otherwise a module replaced by the dev server would leave its timers running.
  import.meta.hot?.dispose(() => page.dispose());
  const pageLanguage = readPageLanguage();
  await Promise.race([startLanguage(page), new Promise((resolve) => setTimeout(resolve, LANGUAGE_WAIT_MS))]);
  const app = (
    <StrictMode>
      <AppRouter basename={basename} />
    </StrictMode>
  );
  // For new visitors, the build has put some screens into their pages, in each language: see scripts/build/first-paint.mjs.
  const isPrerendered = root.dataset.screen === plainPath(readPath()) && isFirstVisit();
  if (isPrerendered && shownLanguage() === pageLanguage) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

// A separate task, so that taps don't wait for both the parsing of all code and the first screen.
setTimeout(() => void start());
