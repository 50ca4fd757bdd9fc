import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { OTHER_ABOUT_PATH, paths } from './paths.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Notices } from './shell/notices.tsx';
import { PageTitle } from './shell/page-title.tsx';
import { Starting } from './shell/starting.tsx';

const LoginScreen = lazy(async () => ({
  default: (await import('./features/account/login-screen.tsx')).LoginScreen,
}));
const SignUpScreen = lazy(async () => ({
  default: (await import('./features/account/sign-up-screen.tsx')).SignUpScreen,
}));
const InviteScreen = lazy(async () => ({
  default: (await import('./features/invite/invite-screen.tsx')).InviteScreen,
}));
const HomeShell = lazy(async () => ({ default: (await import('./shell/home-shell.tsx')).HomeShell }));
const ParcoursScreen = lazy(async () => ({
  default: (await import('./features/parcours/parcours-screen.tsx')).ParcoursScreen,
}));
const CreateParcoursScreen = lazy(async () => ({
  default: (await import('./features/parcours/create-parcours-screen.tsx')).CreateParcoursScreen,
}));
const MyDropsScreen = lazy(async () => ({
  default: (await import('./features/drops/my-drops-screen.tsx')).MyDropsScreen,
}));
const ProfileScreen = lazy(async () => ({
  default: (await import('./features/account/profile-screen.tsx')).ProfileScreen,
}));
const AboutScreen = lazy(async () => ({
  default: (await import('./features/legal/about-screen.tsx')).AboutScreen,
}));
const TermsScreen = lazy(async () => ({
  default: (await import('./features/legal/terms-screen.tsx')).TermsScreen,
}));
const NotFoundScreen = lazy(async () => ({
  default: (await import('./shell/not-found-screen.tsx')).NotFoundScreen,
}));

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
        <Notices />
      </BrowserRouter>
    </ErrorBoundary>
  );
}
