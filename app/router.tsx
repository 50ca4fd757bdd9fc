import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { OTHER_ABOUT_PATH, paths } from './paths.ts';
import { closeOnBack } from './platform/page/back.ts';
import { AppPage } from './shell/app-page.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { screens } from './shell/screens.ts';
import { BackContext } from './ui/back.ts';

/**
 * Maps the app's paths to its screens. The router without data loaders has a third of the size of the one with them,
 * and `state/` loads the data anyway.
 */
export function AppRouter() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
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
                <Route path={paths.parcours} element={<screens.Parcours />} />
                <Route path={paths.createParcours} element={<screens.CreateParcours />} />
                <Route path={paths.drops} element={<screens.MyDrops />} />
                <Route path={paths.profile} element={<screens.Profile />} />
                <Route path={paths.myData} element={<screens.MyData />} />
                <Route path={paths.security} element={<screens.Security />} />
                <Route path={paths.requests} element={<screens.Requests />} />
                <Route path={paths.reports} element={<screens.Reports />} />
                <Route path={paths.admin} element={<screens.Admin />} />
                <Route path={paths.about} element={<screens.About />} />
                <Route path={paths.terms} element={<screens.Terms />} />
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
