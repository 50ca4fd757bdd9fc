import { type ReactNode, Suspense, useState } from 'react';
import { FirstScreenContext } from '../ui/use-arrival-focus.ts';
import { NoticeStack } from './notice-stack.tsx';
import { PageTitle } from './page-title.tsx';
import { Starting } from './starting.tsx';

/** The elements around the routes of every page. */
export function AppPage({ children }: { readonly children: ReactNode }) {
  const [firstScreen] = useState({ isShown: false });
  return (
    <>
      <Suspense fallback={<Starting />}>
        <FirstScreenContext value={firstScreen}>{children}</FirstScreenContext>
      </Suspense>
      <PageTitle />
      <NoticeStack />
    </>
  );
}
