import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { strings } from '../ui/common-words.ts';
import { Logo } from '../ui/logo.tsx';
import styles from './open-frame.module.css';

/** Frame of a home shell screen for people who aren't logged in: without map and menu. */
export function OpenFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Logo heightPx={34} />
        <p className={styles.name}>{strings.app.name}</p>
        <Link className={styles.login} to={paths.login}>
          {strings.shell.login}
        </Link>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
