import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { strings } from '../../ui/common-words.ts';
import styles from '../account-page.module.css';

/** The back arrow on screens that the login links to. */
export function BackToLogin() {
  return (
    <Link className={styles.back} to={paths.login}>
      <ArrowLeft size={18} aria-hidden />
      {strings.signUp.back}
    </Link>
  );
}
