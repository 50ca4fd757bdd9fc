import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import type { Language } from '../contracts/vocabulary.ts';
import { LoginScreen } from './account/login-screen.tsx';
import { type Invited, InviteScreen } from './parcours/invite/invite-screen.tsx';
import { paths } from './paths.ts';
import { AppPage } from './shell/app-page.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { showLanguage } from './ui/language.ts';

/** Placeholders for the texts of an invitation's parcours, which the server fills in. */
const INVITED: Invited = { name: '{{name}}', description: '{{description}}' };

/** The screens that new visitors see first. */
const SCREENS = {
  login: { path: paths.login, screen: <LoginScreen /> },
  invite: { path: paths.invite, screen: <InviteScreen invited={null} /> },
  invited: { path: paths.invite, screen: <InviteScreen invited={INVITED} /> },
} as const;

/** Renders the HTML of a screen for a new visitor: the same elements as `AppRouter`'s, which continues from them. */
export async function prerenderScreen(name: keyof typeof SCREENS, language: Language): Promise<string> {
  await showLanguage(language);
  const { path, screen } = SCREENS[name];
  const { prelude } = await prerender(
    <StrictMode>
      <ErrorBoundary>
        <StaticRouter location={path}>
          <AppPage>
            <Routes>
              <Route path={path} element={screen} />
            </Routes>
          </AppPage>
        </StaticRouter>
      </ErrorBoundary>
    </StrictMode>,
    // Otherwise scripts would have to insert larger pieces.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}
