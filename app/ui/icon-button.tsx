import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './icon-button.module.css';

/** Props of {@link IconButton}; everything a `<button>` takes besides. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What the button does, for those who cannot see the icon, and as a tooltip. */
  readonly label: string;
  /** A single icon of about 20 px. */
  readonly icon: ReactNode;
  /** Makes it a toggle: whether it is on. Keep `label` the same in both states then, or leave this out. */
  readonly pressed?: boolean;
  /** `floating` stands on the map; `accent` and `success` fill the button. */
  readonly variant?: 'plain' | 'floating' | 'accent' | 'success';
  /** Shows the button as on, without making it a toggle: for buttons whose label tells the state. */
  readonly active?: boolean;
}

/** A round button of 44 px with an icon alone. `type` is `button` unless told otherwise. */
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
