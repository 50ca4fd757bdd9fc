import { useEffect, useState } from 'react';
import { wordsFor } from '../../platform/net/error-words.ts';
import { hasPendingInvite } from '../../state/session/session.ts';
import { lookAtWaitingInvite, type WaitingInvite } from '../../state/session/waiting-invite.ts';
import { guestStrings } from '../../words/guests/guests.ts';
import { strings } from '../../words/strings.ts';

/** The invitation that waits for this login, in words. */
interface WaitingWords {
  readonly isThere: boolean;
  /** Why it needs an account; null without an invitation. */
  readonly lead: string | null;
  /** That it leads nowhere any more. */
  readonly failure: string | null;
  /** It needs no account. */
  readonly isForGuests: boolean;
}

/** Asks what the waiting invitation leads to, once. Until the response, the words are only that one waits. */
export function useWaitingInvite(): WaitingWords {
  const [invite, setInvite] = useState<WaitingInvite>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    lookAtWaitingInvite().then(setInvite, (error: unknown) => setFailure(wordsFor(error)));
  }, []);
  const isThere = hasPendingInvite();
  const isForGuests = invite?.privilege === 'guest';
  const reason = invite === null ? strings.login.inviteWaiting : guestStrings.reason(invite.name, invite.privilege);
  const lead = invite === null || isForGuests ? reason : `${reason} ${guestStrings.waits}`;
  return { isThere, lead: isThere ? lead : null, failure, isForGuests };
}
