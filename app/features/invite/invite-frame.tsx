import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { strings } from '../../words/strings.ts';
import styles from './invite-screen.module.css';
import { type Invited, readInvited } from './invited.ts';

/**
 * The screen of an invitation: the mark, what is done with it, and the parcours that it leads to where that is known.
 *
 * @param title in English; left out where the children have a heading of their own.
 */
export function InviteFrame({
  title,
  isBusy = false,
  invited = readInvited(),
  children,
}: {
  readonly title?: string;
  readonly isBusy?: boolean;
  readonly invited?: Invited | null | undefined;
  readonly children: ReactNode;
}) {
  return (
    <main className={styles.screen}>
      <Logo heightPx={72} waves={isBusy} />
      {title === undefined ? null : (
        <h1 lang="en" className={styles.title}>
          {title}
        </h1>
      )}
      {isBusy ? (
        <p role="status" className={styles.lead}>
          {strings.app.loading}
        </p>
      ) : null}
      {children}
      {invited === null ? null : (
        <section className={styles.invited}>
          <h2 className={styles.name}>{invited.name}</h2>
          <p className={styles.description}>{invited.description}</p>
        </section>
      )}
    </main>
  );
}
