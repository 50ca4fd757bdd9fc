import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { guestStrings } from '../../words/guests.ts';
import styles from './account-page.module.css';

/** Tells a guest at the login that what they have comes along, with the way back. */
export function GuestComesAlong() {
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
    </div>
  );
}

/** The way into an invitation that needs no account. */
export function ListenWithoutAccount() {
  return (
    <p className={styles.foot}>
      <Link className={styles.link} to={`${paths.invite}?privilege=guest`}>
        {guestStrings.listen}
      </Link>
    </p>
  );
}
