import type { ReactNode } from 'react';
import { strings } from '../../ui/common-words.ts';
import { Logo } from '../../ui/logo.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import styles from './invite-screen.module.css';
import { type Invited, readInvited } from './invited.ts';

/**
 * The frame of an invitation's screens: the logo, a heading, which takes the focus, the content, and the parcours.
 *
 * @param lang of the title, if it is not the page's.
 * @param isBusy work is in progress: the logo moves.
 * @param invited the parcours, or null for none; by default the one in the page.
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
