import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

/** Props of {@link IconButton}; also takes all props of a `<button>`. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  /** A single icon of about 20 px. */
  readonly icon: ReactNode;
  /** Makes it a toggle, on or off. Its `label` must then be the same in both states. */
  readonly pressed?: boolean;
  /** `floating` is for buttons on the map; `accent` and `success` are filled. */
  readonly variant?: 'plain' | 'floating' | 'accent' | 'success';
  /** Styles the button as on without making it a toggle: for buttons whose label names the state. */
  readonly active?: boolean;
}

/** A round button of 44 px with only an icon. `type` defaults to `button`. */
export function IconButton({
  label,
  icon,
  pressed,
  active = pressed === true,
  variant = 'plain',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(styles.button, styles[variant], active && styles.active, className)}
    >
      {icon}
    </button>
  );
}
