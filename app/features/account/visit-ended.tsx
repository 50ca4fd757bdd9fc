import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { guestStrings } from '../../words/guests.ts';
import styles from './account-page.module.css';
import { AccountPage } from './account-page.tsx';

/** Says to a guest that their visit has ended, and what to do now. */
export function VisitEnded({ onLogin }: { readonly onLogin: () => void }) {
  const navigate = useNavigate();
  const words = guestStrings.ended;
  return (
    <AccountPage title={words.title} lead={words.lead}>
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
