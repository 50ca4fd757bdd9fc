import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/net/api.ts';
import { checkSession, session, settleSession } from '../../session/session.ts';
import { strings } from '../../ui/common-words.ts';
import { AccountNeeded } from './account-needed.tsx';
import { decideInvite } from './decide-invite.ts';
import { acceptInvite, isFinal, storeInvite } from './invite.ts';
import { InviteFailure } from './invite-failure.tsx';
import { InviteFrame } from './invite-frame.tsx';
import type { Invited } from './invited.ts';

/**
 * Accepts an invitation link, with a new guest account if nobody is logged in, and opens the maps screen. Until then it
 * shows the parcours.
 *
 * @param invited the parcours, or null for none; by default the one in the page.
 */
export function InviteScreen({ invited }: { readonly invited?: Invited | null }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { user } = useSnapshot(session);
  const [failure, setFailure] = useState<{ words: string; mayRetry: boolean } | null>(null);
  const [needsAccount, setNeedsAccount] = useState(false);
  const isRunning = useRef(false);
  const words = strings.invite;
  const tokenInLink = search.get('token');
  const privilege = Privilege.safeParse(search.get('privilege')).data ?? null;

  const accept = useCallback(async () => {
    // The effect may run twice, and one link must not create two guests.
    if (isRunning.current) return;
    isRunning.current = true;
    setFailure(null);
    try {
      const token = storeInvite(tokenInLink);
      const step = decideInvite({ token, privilege }, await settleSession());
      if (token === null || step === 'nothing') return setFailure({ words: words.noToken, mayRetry: false });
      if (step === 'login') return navigate(paths.login, { replace: true });
      await acceptInvite(token).catch((error: unknown) => {
        // A guest whose account no longer exists gets a new one.
        if (isUnauthenticated(error) && session.ended === 'visit' && privilege === 'guest') return acceptInvite(token);
        throw error;
      });
      navigate(paths.parcours, { replace: true });
    } catch (error) {
      // The session has ended; the invitation stays stored for the next login.
      if (isUnauthenticated(error)) return navigate(paths.login, { replace: true });
      if (error instanceof ApiError && error.code === 'account_needed') {
        // The login screen gives the reason as well.
        return checkSession() ? setNeedsAccount(true) : navigate(paths.login, { replace: true });
      }
      setFailure({ words: wordsFor(error), mayRetry: !isFinal(error) });
    } finally {
      isRunning.current = false;
    }
  }, [tokenInLink, privilege, navigate]);

  useEffect(() => {
    accept();
  }, [accept]);

  if (needsAccount) return <AccountNeeded />;
  return (
    <InviteFrame title={words.processing} lang="en" isBusy={failure === null} invited={invited}>
      {failure === null ? null : (
        <InviteFailure
          words={failure.words}
          onRetry={failure.mayRetry ? accept : null}
          way={user ? words.toMaps : words.toLogin}
          onLeave={() => navigate(user ? paths.parcours : paths.login, { replace: true })}
        />
      )}
    </InviteFrame>
  );
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
