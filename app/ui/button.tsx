import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** Props of {@link Button}; also takes all props of a `<button>`. */
export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` for the one main action of a screen; `success` for continuing when everything is chosen. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'success';
  /** Shows a spinner and ignores clicks. Not disabled, so that the button retains the focus. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
  readonly wide?: boolean;
}

/** A button with a text label. `type` defaults to `button`. */
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
