import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../../paths.ts';
import { guestOf } from '../../session/guest.ts';
import { logout, session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from '../account-page.module.css';
import { guestStrings } from './guests-words.ts';

/** Notes for guests on the login screen. @param isInvited the pending invitation needs no account */
export function GuestNotes({ isInvited }: { readonly isInvited: boolean }) {
  const { user } = useSnapshot(session);
  if (guestOf(user) !== null) return <GuestComesAlong />;
  return isInvited ? <ListenWithoutAccount /> : null;
}

/**
 * Tells a guest on the login screen that their maps and drops remain, with links back to the maps and to end the visit.
 */
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
