import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchBack } from './platform/page/back.ts';
import { Scope } from './platform/scope.ts';
import { AppRouter } from './router.tsx';
import { startAppUpdates } from './state/page/app-update.ts';
import { startAdoptions } from './state/session/adoption.ts';
import { startAnalytics } from './state/session/analytics.ts';
import { startRenewal } from './state/session/renewal.ts';
import { startSession } from './state/session/session.ts';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';

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

createRoot(root).render(
  <StrictMode>
    <AppRouter />
  </StrictMode>,
);
