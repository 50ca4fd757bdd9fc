import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';

const WalkScreen = lazy(async () => ({ default: (await import('./walk-screen.tsx')).WalkScreen }));

/** The map, always there, with the menu above it and the other screens beside it. */
export function HomeShell() {
  return (
    <>
      <Suspense>
        <WalkScreen />
      </Suspense>
      <Outlet />
    </>
  );
}
