import { createBrowserRouter, Navigate, RouterProvider } from 'react-router-dom';
import { paths } from './paths.ts';
import { HomeShell } from './shell/home-shell.tsx';

const router = createBrowserRouter([
  {
    children: [
      { path: paths.root, element: <HomeShell /> },
      { path: paths.home, element: <HomeShell /> },
      { path: '*', element: <Navigate to={paths.root} replace /> },
    ],
  },
]);

/** The app's screens by address. Those behind the login load when they are first shown. */
export function AppRouter() {
  return <RouterProvider router={router} />;
}
