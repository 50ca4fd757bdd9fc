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
}: Pick<IconButtonProps, 'label' | 'icon' | 'variant'> & { readonly to: string }) {
  return (
    <Link to={to} title={label} aria-label={label} className={classNames(styles.button, styles[variant])}>
      {icon}
    </Link>
  );
}
