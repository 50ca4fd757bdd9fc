import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

/** Props of {@link Checkbox}; everything an `<input>` takes besides. */
export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  /** Marks it as the field at fault; `describedBy` is the id of the element that says why. */
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

/** A checkbox with its label at its side; the whole line takes the click. */
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
