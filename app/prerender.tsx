import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { LoginScreen } from './features/account/login-screen.tsx';
import { InviteScreen } from './features/invite/invite-screen.tsx';
import type { Invited } from './features/invite/invited.ts';
import { paths } from './paths.ts';
import { ErrorBoundary } from './shell/failures/error-boundary.tsx';
import { AppPage } from './shell/page/app-page.tsx';

/** Where the server puts the texts of an invitation's parcours. */
const INVITED: Invited = { name: '{{name}}', description: '{{description}}' };

/** The screens that strangers see first. */
const SCREENS = {
  login: { path: paths.login, screen: <LoginScreen /> },
  invite: { path: paths.invite, screen: <InviteScreen invited={null} /> },
  invited: { path: paths.invite, screen: <InviteScreen invited={INVITED} /> },
} as const;

/** The HTML of a screen as somebody new sees it: the same elements as `AppRouter`'s, which continues from them. */
export async function prerenderScreen(name: keyof typeof SCREENS): Promise<string> {
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
    // Scripts would have to put larger pieces into their place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}
