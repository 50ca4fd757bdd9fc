import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../page/error-words.ts';
import { paths } from '../paths.ts';
import { guestOf, hasPendingInvite, logout, session } from '../session/session.ts';
import { lookAtWaitingInvite, type WaitingInvite } from '../session/waiting-invite.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Notice } from '../ui/message.tsx';
import styles from './account-page.module.css';
import { guestStrings } from './guests-words.ts';

/** The note above the login: that a guest's maps come along, or a link if the pending invitation needs no account. */
export function GuestNotes({ isInvited }: { readonly isInvited: boolean }) {
  const { user } = useSnapshot(session);
  if (guestOf(user) !== null) return <GuestComesAlong />;
  return isInvited ? <ListenWithoutAccount /> : null;
}

/** The way to an account, which most people whose invitation needs one don't have yet. */
export function SignUpFirst() {
  const navigate = useNavigate();
  return (
    <div className={styles.messages}>
      <Button wide onClick={() => navigate(paths.createAccount)}>
        {guestStrings.signUp}
      </Button>
      <p className={styles.or}>{guestStrings.orLogIn}</p>
    </div>
  );
}

/** Tells a guest that their maps and drops remain, with links back to the maps and to end the visit. */
function GuestComesAlong() {
  return (
    <div className={styles.messages}>
      <Notice
        action={
          <Link className={styles.link} to={paths.home}>
            {guestStrings.stay}
          </Link>
        }
      >
        {guestStrings.follows}
      </Notice>
      <Button variant="quiet" onClick={logout}>
        {guestStrings.end}
      </Button>
    </div>
  );
}

/** Opens an invitation that needs no account. */
export function ListenWithoutAccount() {
  return (
    <p className={styles.way}>
      <Link className={styles.link} to={`${paths.invite}?privilege=guest`}>
        {guestStrings.listen}
      </Link>
    </p>
  );
}

/**
 * Looks up the invitation that waits for this login, once. `lead` says what it is for, as soon as that is known, and
 * `failure` why it is no longer valid; both are null without one. `needsAccount` is known to be true after the lookup.
 */
export function useWaitingInvite() {
  const [invite, setInvite] = useState<WaitingInvite>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    lookAtWaitingInvite().then(setInvite, (error: unknown) => setFailure(wordsFor(error)));
  }, []);
  const isThere = hasPendingInvite();
  const isForGuests = invite?.privilege === 'guest';
  const reason = invite === null ? strings.login.inviteWaiting : guestStrings.reason(invite.name, invite.privilege);
  const lead = invite === null || isForGuests ? reason : `${reason} ${guestStrings.waits}`;
  const needsAccount = isThere && invite !== null && !isForGuests;
  return { isThere, lead: isThere ? lead : null, failure, isForGuests, needsAccount };
}
