import type { ReactNode } from 'react';
import { strings } from '../ui/common-words.ts';
import { Logo } from '../ui/logo.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import styles from './account-page.module.css';

/** The frame of the login and sign-up screens: the logo on a landscape, the form beside or below it. */
export function AccountPage({
  title,
  lead,
  back,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly back?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <div className={styles.frame}>
      <header className={styles.land}>
        <div className={styles.brand}>
          <Logo heightPx={56} />
          <div>
            <p className={styles.name}>{strings.app.name}</p>
            <p className={styles.tagline}>{strings.app.tagline}</p>
          </div>
        </div>
      </header>
      <main className={styles.panel}>
        <div className={styles.column}>
          {back}
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
