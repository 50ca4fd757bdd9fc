import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { LoginScreen } from './features/account/login-screen.tsx';
import { InviteScreen } from './features/invite/invite-screen.tsx';
import { paths } from './paths.ts';
import { ErrorBoundary } from './shell/failures/error-boundary.tsx';
import { AppPage } from './shell/page/app-page.tsx';

/** The screens that strangers see first, by path. */
const SCREENS = { [paths.login]: LoginScreen, [paths.invite]: InviteScreen } as const;

/** The HTML of a screen as somebody new sees it: the same elements as `AppRouter`'s, which continues from them. */
export async function prerenderScreen(path: keyof typeof SCREENS): Promise<string> {
  const Screen = SCREENS[path];
  const { prelude } = await prerender(
    <StrictMode>
      <ErrorBoundary>
        <StaticRouter location={path}>
          <AppPage>
            <Routes>
              <Route path={path} element={<Screen />} />
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
