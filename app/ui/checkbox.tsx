import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

/** Props of {@link Checkbox}; also takes all props of an `<input>`. */
export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  /** Marks the field as invalid; `describedBy` is the id of the element with the reason. */
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

/** A checkbox with its label beside it; the whole line is clickable. */
export function Checkbox({ label, invalid = false, describedBy, ...rest }: CheckboxProps) {
  return (
    <label className={styles.line}>
      <span className={styles.box}>
        <input
          {...rest}
          type="checkbox"
          className={styles.input}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? describedBy : undefined}
        />
      </span>
      <span>{label}</span>
    </label>
  );
}
