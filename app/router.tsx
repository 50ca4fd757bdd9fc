import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { OTHER_ABOUT_PATH, paths } from './paths.ts';
import { closeOnBack } from './platform/page/back.ts';
import { AppPage } from './shell/app-page.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { BackContext } from './ui/back.ts';
import { lazyPart } from './ui/lazy-part.ts';
import { useLanguage } from './ui/use-language.ts';

/** The app's screens. Each is loaded when first shown, so that the login screen doesn't load the map. */
const screens = {
  Login: lazyPart(async () => (await import('./account/login-screen.tsx')).LoginScreen),
  SignUp: lazyPart(async () => (await import('./account/sign-up-screen.tsx')).SignUpScreen),
  Forgotten: lazyPart(async () => (await import('./account/passwords/forgotten-screen.tsx')).ForgottenScreen),
  Reset: lazyPart(async () => (await import('./account/passwords/reset-screen.tsx')).ResetScreen),
  Verify: lazyPart(async () => (await import('./account/passwords/verify-screen.tsx')).VerifyScreen),
  Invite: lazyPart(async () => (await import('./parcours/invite/invite-screen.tsx')).InviteScreen),
  Home: lazyPart(async () => (await import('./shell/home-shell.tsx')).HomeShell),
  Parcours: lazyPart(async () => (await import('./shell/parcours.tsx')).Parcours),
  CreateParcours: lazyPart(async () => (await import('./shell/create-parcours.tsx')).CreateParcours),
  MyDrops: lazyPart(async () => (await import('./shell/my-drops.tsx')).MyDrops),
  Profile: lazyPart(async () => (await import('./account/profile-screen.tsx')).ProfileScreen),
  MyData: lazyPart(async () => (await import('./account/my-data/my-data-screen.tsx')).MyDataScreen),
  Security: lazyPart(async () => (await import('./account/security/security-screen.tsx')).SecurityScreen),
  Inbox: lazyPart(async () => (await import('./shell/inbox.tsx')).Inbox),
  Requests: lazyPart(async () => (await import('./account/roles/requests-screen.tsx')).RequestsScreen),
  Reports: lazyPart(async () => (await import('./moderation/queue/queue-screen.tsx')).QueueScreen),
  Admin: lazyPart(async () => (await import('./shell/admin.tsx')).Admin),
  About: lazyPart(async () => (await import('./legal/about-screen.tsx')).AboutScreen),
  Terms: lazyPart(async () => (await import('./legal/terms-screen.tsx')).TermsScreen),
  Accessibility: lazyPart(async () => (await import('./legal/declaration-screen.tsx')).DeclarationScreen),
  Licences: lazyPart(async () => (await import('./legal/licences-screen.tsx')).LicencesScreen),
  NotFound: lazyPart(async () => (await import('./shell/not-found-screen.tsx')).NotFoundScreen),
};

/**
 * Maps the app's paths to its screens. The router without data loaders has a third of the size of the one with them,
 * and each subject's state loads its data anyway.
 *
 * @param basename the path that comes before all others: that of an open parcours whose visit this is
 */
export function AppRouter({ basename = '/' }: { readonly basename?: string }) {
  // Everything below is rendered again in another language.
  useLanguage();
  return (
    <ErrorBoundary>
      <BrowserRouter basename={basename}>
        <BackContext value={closeOnBack}>
          <AppPage>
            <Routes>
              <Route path={paths.login} element={<screens.Login />} />
              <Route path={paths.createAccount} element={<screens.SignUp />} />
              <Route path={paths.invite} element={<screens.Invite />} />
              <Route path={paths.forgotten} element={<screens.Forgotten />} />
              <Route path={paths.reset} element={<screens.Reset />} />
              <Route path={paths.verify} element={<screens.Verify />} />
              <Route element={<screens.Home />}>
                <Route path={paths.root} element={null} />
                <Route path={paths.home} element={null} />
                <Route path={paths.code} element={null} />
                <Route path={paths.parcours} element={<screens.Parcours />} />
                <Route path={paths.createParcours} element={<screens.CreateParcours />} />
                <Route path={paths.drops} element={<screens.MyDrops />} />
                <Route path={paths.profile} element={<screens.Profile />} />
                <Route path={paths.myData} element={<screens.MyData />} />
                <Route path={paths.security} element={<screens.Security />} />
                <Route path={paths.toApprove} element={<screens.Inbox />} />
                <Route path={paths.requests} element={<screens.Requests />} />
                <Route path={paths.reports} element={<screens.Reports />} />
                <Route path={paths.admin} element={<screens.Admin />} />
                <Route path={paths.about} element={<screens.About />} />
                <Route path={paths.terms} element={<screens.Terms />} />
                <Route path={paths.accessibility} element={<screens.Accessibility />} />
                <Route path={paths.licences} element={<screens.Licences />} />
              </Route>
              <Route path={OTHER_ABOUT_PATH} element={<Navigate to={paths.about} replace />} />
              <Route path="*" element={<screens.NotFound />} />
            </Routes>
          </AppPage>
        </BackContext>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
