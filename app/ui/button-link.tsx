import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';
import type { ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';

/** A link to another screen, styled as a button. */
export function ButtonLink({
  to,
  variant = 'primary',
  wide = false,
  icon,
  children,
}: Pick<ButtonProps, 'variant' | 'wide' | 'icon'> & { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className={classNames(styles.button, styles[variant], wide && styles.wide)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}
