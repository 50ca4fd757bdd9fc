import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { legalStrings } from '../legal/legal-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { paths } from '../paths.ts';
import { hasOlderTerms } from '../session/consents.ts';
import { session } from '../session/session.ts';

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
    const { changed, read } = legalStrings.newTerms;
    showNotice(changed, { tone: 'info', action: { label: read, run: () => navigate(paths.terms) } });
  }, [isOlder]);
  return null;
}
