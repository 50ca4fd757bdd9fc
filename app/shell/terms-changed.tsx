import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../paths.ts';
import { showNotice } from '../state/page/notice-queue.ts';
import { hasOlderTerms } from '../state/session/consents.ts';
import { session } from '../state/session/session.ts';
import { myDataStrings } from '../words/rights/my-data.ts';

/**
 * Tells people who accepted earlier terms, once per page load, that they have changed; not on the terms screen, which
 * asks itself. Renders nothing.
 */
export function TermsChanged() {
  const { user } = useSnapshot(session);
  const navigate = useNavigate();
  const isOlder = hasOlderTerms(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating elsewhere must not say it again.
  useEffect(() => {
    if (!isOlder || location.pathname === paths.terms) return;
    const { changed, read } = myDataStrings.terms;
    showNotice(changed, { tone: 'info', action: { label: read, run: () => navigate(paths.terms) } });
  }, [isOlder]);
  return null;
}
