import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

/** A link to another screen, styled as an icon button. */
export function IconLink({
  to,
  label,
  icon,
  variant = 'plain',
}: {
  readonly to: string;
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: 'plain' | 'floating' | 'accent' | 'success';
}) {
  return (
    <Link to={to} title={label} aria-label={label} className={classNames(styles.button, styles[variant])}>
      {icon}
    </Link>
  );
}
