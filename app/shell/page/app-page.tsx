import { type ReactNode, Suspense } from 'react';
import { NoticeStack } from '../notice-stack.tsx';
import { PageTitle } from '../page-title.tsx';
import { Starting } from '../starting.tsx';

/** What every page has around its routes. */
export function AppPage({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <Suspense fallback={<Starting />}>{children}</Suspense>
      <PageTitle />
      <NoticeStack />
    </>
  );
}
