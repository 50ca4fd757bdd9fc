import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { plainPath } from './paths.ts';
import { watchBack } from './platform/page/back.ts';
import { readPath } from './platform/page/page-events.ts';
import { Scope } from './platform/scope.ts';
import { AppRouter } from './router.tsx';
import { startAppUpdates } from './state/page/app-update.ts';
import { startAdoptions } from './state/session/adoption.ts';
import { startAnalytics } from './state/session/analytics.ts';
import { startRenewal } from './state/session/renewal.ts';
import { isFirstVisit, startSession } from './state/session/session.ts';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';

/** Starts what lives as long as the page, and shows the screen of its address. */
function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('Got no element with the id root');
  const page = new Scope();
  startSession(page);
  startAnalytics(page);
  startRenewal(page);
  startAdoptions(page);
  startAppUpdates(page);
  watchBack(page);
  // Otherwise a module replaced by the dev server would leave its timers running.
  import.meta.hot?.dispose(() => page.dispose());
  const app = (
    <StrictMode>
      <AppRouter />
    </StrictMode>
  );
  // The build has put some screens into their pages, as somebody new sees them: see scripts/build/first-paint.mjs.
  if (root.dataset.screen === plainPath(readPath()) && isFirstVisit()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

// A task of its own: taps are not kept waiting by both the reading of all code and the first screen.
setTimeout(start);
