import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from '../account-page.module.css';
import { AccountPage } from '../account-page.tsx';
import { ListenWithoutAccount } from './guest-notes.tsx';
import { guestStrings } from './guests-words.ts';
import { visitEnded } from './visit-ended-words.ts';

/** Shows a guest that their visit has ended, and what to do now. */
export function VisitEnded({
  invitation,
  isInvited,
  onLogin,
}: {
  /** Description of the pending invitation; null without one. */
  readonly invitation: string | null;
  readonly isInvited: boolean;
  readonly onLogin: () => void;
}) {
  const navigate = useNavigate();
  const words = visitEnded;
  return (
    <AccountPage title={words.title} lead={words.lead}>
      {invitation === null ? null : (
        <div className={styles.messages}>
          <Notice>{invitation}</Notice>
          {isInvited ? <ListenWithoutAccount /> : null}
        </div>
      )}
      <ul className={styles.ways}>
        <li>{words.open}</li>
        <li>{words.ask}</li>
        <li>{words.account}</li>
      </ul>
      <Button wide onClick={() => navigate(paths.createAccount)}>
        {guestStrings.signUp}
      </Button>
      <Button wide variant="secondary" onClick={onLogin}>
        {guestStrings.logIn}
      </Button>
    </AccountPage>
  );
}
