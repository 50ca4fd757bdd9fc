import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import styles from './invite-screen.module.css';

/** The frame of what an invitation leads to: the logo, a heading, which takes the focus, and what follows. */
export function InviteFrame({
  title,
  lang,
  waves = false,
  children,
}: {
  readonly title: string;
  /** Language of the title, where it is not the page's. */
  readonly lang?: string;
  /** The logo moves, since something is under way. */
  readonly waves?: boolean;
  readonly children: ReactNode;
}) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <main className={styles.screen}>
      <Logo heightPx={72} waves={waves} />
      <h1 ref={heading} tabIndex={-1} lang={lang} className={styles.title}>
        {title}
      </h1>
      {children}
    </main>
  );
}
