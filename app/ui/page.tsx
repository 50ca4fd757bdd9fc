import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconLink } from './icon-link.tsx';
import styles from './page.module.css';
import { useArrivalFocus } from './use-arrival-focus.ts';

/**
 * A screen with a heading, a back link and actions. The heading takes the focus where the person comes from another screen, so
 * that a screen reader announces this one.
 */
export function Page({
  title,
  back,
  actions,
  children,
}: {
  readonly title: ReactNode;
  readonly back?: { readonly to: string; readonly label: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {back ? <IconLink to={back.to} label={back.label} icon={<ArrowLeft size={22} aria-hidden />} /> : null}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {actions}
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  );
}
