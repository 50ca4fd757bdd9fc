import type { MouseEvent, MouseEventHandler, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';
import type { ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import iconStyles from './icon-button.module.css';
import type { IconButtonProps } from './icon-button.tsx';
import { Spinner } from './spinner.tsx';

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

/** A link that loads another page, styled as a button. */
export function PageLink({
  href,
  variant = 'primary',
  wide = false,
  icon,
  children,
}: Pick<ButtonProps, 'variant' | 'wide' | 'icon'> & { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} className={classNames(styles.button, styles[variant], wide && styles.wide)}>
      {icon}
      <span>{children}</span>
    </a>
  );
}

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
      className={classNames(iconStyles.button, iconStyles[variant])}
      onClick={onClick}
    >
      {icon}
    </Link>
  );
}

/** A link that downloads a file, styled as a quiet button. */
export function DownloadLink({
  href,
  fileName,
  busy = false,
  icon,
  children,
  onClick,
}: {
  /** On our own origin, because browsers ignore the name for other origins. */
  readonly href: string;
  readonly fileName: string;
  readonly busy?: boolean;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Replaces the download if it prevents the default. */
  readonly onClick: (event: MouseEvent) => void;
}) {
  return (
    <a
      href={href}
      download={fileName}
      className={classNames(styles.button, styles.quiet)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </a>
  );
}
