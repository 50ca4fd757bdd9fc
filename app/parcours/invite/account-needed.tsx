import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { guestStrings } from '../../account/guests/guests-words.ts';
import { wordsFor } from '../../page/error-words.ts';
import { paths } from '../../paths.ts';
import { lookAtWaitingInvite, type WaitingInvite } from '../../session/waiting-invite.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { InviteFailure } from './invite-failure.tsx';
import { InviteFrame } from './invite-frame.tsx';
import styles from './invite-screen.module.css';

/** Tells a guest why an invitation needs an account, with a link to sign up or log in; the invitation waits. */
export function AccountNeeded() {
  const navigate = useNavigate();
  const [invite, setInvite] = useState<WaitingInvite>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const words = guestStrings;
  useEffect(() => {
    lookAtWaitingInvite().then(setInvite, (error: unknown) => setFailure(wordsFor(error)));
  }, []);
  if (failure !== null) {
    return (
      <InviteFrame title={strings.invite.processing} lang="en">
        <InviteFailure
          words={failure}
          onRetry={null}
          way={strings.invite.toMaps}
          onLeave={() => navigate(paths.parcours, { replace: true })}
        />
      </InviteFrame>
    );
  }
  return (
    <InviteFrame title={words.needed}>
      <div className={styles.reason}>
        <p>{invite === null ? strings.errors.accountNeeded : words.reason(invite.name, invite.privilege)}</p>
        {invite === null ? null : <p className={styles.lead}>{words.from(invite.inviter)}</p>}
        <p className={styles.lead}>{words.follows}</p>
      </div>
      <div className={styles.choices}>
        <Button wide onClick={() => navigate(paths.createAccount)}>
          {words.signUp}
        </Button>
        <Button wide variant="secondary" onClick={() => navigate(paths.login)}>
          {words.logIn}
        </Button>
        <Button wide variant="quiet" onClick={() => navigate(paths.parcours, { replace: true })}>
          {words.later}
        </Button>
      </div>
    </InviteFrame>
  );
}
