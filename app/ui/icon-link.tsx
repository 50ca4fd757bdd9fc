import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

/** A link that looks like an icon button: for what leads to another screen. */
export function IconLink({
  to,
  label,
  icon,
  variant = 'plain',
}: {
  readonly to: string;
  /** Where the link leads, for those who cannot see the icon, and as a tooltip. */
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
