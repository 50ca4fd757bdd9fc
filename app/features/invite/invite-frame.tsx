import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import { strings } from '../../words/strings.ts';
import styles from './invite-screen.module.css';
import { type Invited, readInvited } from './invited.ts';

/**
 * The frame of what an invitation leads to: the logo, a heading, which takes the focus, what follows, and the parcours.
 *
 * @param lang of the title, where it is not the page's.
 * @param isBusy something is under way: the logo moves.
 * @param invited the parcours, or null for none; by default what the page came with.
 */
export function InviteFrame({
  title,
  lang,
  isBusy = false,
  invited = readInvited(),
  children,
}: {
  readonly title: string;
  readonly lang?: string;
  readonly isBusy?: boolean;
  readonly invited?: Invited | null | undefined;
  readonly children: ReactNode;
}) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <main className={styles.screen}>
      <Logo heightPx={72} waves={isBusy} />
      <h1 ref={heading} tabIndex={-1} lang={lang} className={styles.title}>
        {title}
      </h1>
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
