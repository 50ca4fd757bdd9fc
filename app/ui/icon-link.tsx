import type { MouseEventHandler } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';
import type { IconButtonProps } from './icon-button.tsx';

/** A link to another screen, styled as an icon button. */
export function IconLink({
  to,
  label,
  icon,
  variant = 'plain',
  replace = false,
  onClick,
}: Pick<IconButtonProps, 'label' | 'icon' | 'variant'> & {
  readonly to: string;
  /** Replaces this screen in the history. */
  readonly replace?: boolean;
  readonly onClick?: MouseEventHandler | undefined;
}) {
  return (
    <Link
      to={to}
      replace={replace}
      title={label}
      aria-label={label}
      className={classNames(styles.button, styles[variant])}
      onClick={onClick}
    >
      {icon}
    </Link>
  );
}
