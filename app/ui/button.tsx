import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** Props of {@link Button}; everything a `<button>` takes besides. */
export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` for the one main act of a screen. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Shows a spinner and refuses clicks; the button keeps focus, so a keyboard user is not thrown to the page's top. */
  readonly busy?: boolean;
  /** Stands before the label. */
  readonly icon?: ReactNode;
  /** Takes the whole width. */
  readonly wide?: boolean;
}

/** A button with words. `type` is `button` unless told otherwise. */
export function Button({
  variant = 'primary',
  busy = false,
  wide = false,
  icon,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[variant], wide && styles.wide, className)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  );
}
