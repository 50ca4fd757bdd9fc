import { useEffect, useState } from 'react';
import { wordsFor } from '../page/error-words.ts';
import { hasPendingInvite } from '../session/session.ts';
import { lookAtWaitingInvite, type WaitingInvite } from '../session/waiting-invite.ts';
import { strings } from '../ui/common-words.ts';
import { guestStrings } from './guests/guests-words.ts';

/** The invitation that waits for this login, as messages. */
interface WaitingWords {
  readonly isThere: boolean;
  /** Why it needs an account; null without an invitation. */
  readonly lead: string | null;
  /** Why it is no longer valid; null if it is. */
  readonly failure: string | null;
  /** Whether it needs no account. */
  readonly isForGuests: boolean;
}

/** Looks up the waiting invitation once. Until the response, the messages only say that one waits. */
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
