import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** A link to another screen, styled as a button. */
export function ButtonLink({
  to,
  variant = 'primary',
  children,
}: {
  readonly to: string;
  readonly variant?: 'primary' | 'secondary' | 'quiet';
  readonly children: ReactNode;
}) {
  return (
    <Link to={to} className={classNames(styles.button, styles[variant])}>
      {children}
    </Link>
  );
}
