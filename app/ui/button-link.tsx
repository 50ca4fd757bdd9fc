import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** A link to another screen, styled as a button. */
export function ButtonLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className={classNames(styles.button, styles.primary)}>
      {children}
    </Link>
  );
}
