import { Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { OTHER_ABOUT_PATH, paths } from './paths.ts';
import { ErrorBoundary } from './shell/failures/error-boundary.tsx';
import { NoticeStack } from './shell/notice-stack.tsx';
import { PageTitle } from './shell/page-title.tsx';
import { Starting } from './shell/starting.tsx';
import { lazyPart } from './ui/lazy-part.ts';

const LoginScreen = lazyPart(async () => (await import('./features/account/login-screen.tsx')).LoginScreen);
const SignUpScreen = lazyPart(async () => (await import('./features/account/sign-up-screen.tsx')).SignUpScreen);
const InviteScreen = lazyPart(async () => (await import('./features/invite/invite-screen.tsx')).InviteScreen);
const HomeShell = lazyPart(async () => (await import('./shell/home-shell.tsx')).HomeShell);
const ParcoursScreen = lazyPart(async () => (await import('./features/parcours/parcours-screen.tsx')).ParcoursScreen);
const CreateParcoursScreen = lazyPart(
  async () => (await import('./features/parcours/create-parcours-screen.tsx')).CreateParcoursScreen,
);
const MyDropsScreen = lazyPart(async () => (await import('./features/drops/list/my-drops-screen.tsx')).MyDropsScreen);
const ProfileScreen = lazyPart(async () => (await import('./features/account/profile-screen.tsx')).ProfileScreen);
const AboutScreen = lazyPart(async () => (await import('./features/legal/about-screen.tsx')).AboutScreen);
const TermsScreen = lazyPart(async () => (await import('./features/legal/terms-screen.tsx')).TermsScreen);
const NotFoundScreen = lazyPart(async () => (await import('./shell/not-found-screen.tsx')).NotFoundScreen);

/**
 * The app's screens by address. Each loads when it is first shown, so that the login screen carries no map. The router
 * without data loaders is a third of the size of the one with them, and the state of `state/` leaves them nothing to do.
 */
export function AppRouter() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Suspense fallback={<Starting />}>
          <Routes>
            <Route path={paths.login} element={<LoginScreen />} />
            <Route path={paths.createAccount} element={<SignUpScreen />} />
            <Route path={paths.invite} element={<InviteScreen />} />
            <Route element={<HomeShell />}>
              <Route path={paths.root} element={null} />
              <Route path={paths.home} element={null} />
              <Route path={paths.parcours} element={<ParcoursScreen />} />
              <Route path={paths.createParcours} element={<CreateParcoursScreen />} />
              <Route path={paths.drops} element={<MyDropsScreen />} />
              <Route path={paths.profile} element={<ProfileScreen />} />
              <Route path={paths.about} element={<AboutScreen />} />
              <Route path={paths.terms} element={<TermsScreen />} />
            </Route>
            <Route path={OTHER_ABOUT_PATH} element={<Navigate to={paths.about} replace />} />
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
        <PageTitle />
        <NoticeStack />
      </BrowserRouter>
    </ErrorBoundary>
  );
}
