import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { guestStrings } from '../account/guests-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { adoptionNews, announceAdoption } from '../session/adoption.ts';
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
      <AdoptionNotice />
      <NoticeStack />
    </>
  );
}

/** Tells a guest who has logged in that the account doesn't have their data yet, or can't have it. */
function AdoptionNotice() {
  const { untold } = useSnapshot(adoptionNews);
  useEffect(() => {
    if (untold === null) return;
    showNotice(untold === 'waits' ? guestStrings.comesLater : guestStrings.left);
    announceAdoption(null);
  }, [untold]);
  return null;
}
