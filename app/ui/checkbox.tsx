import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';
import type { FieldProps } from './text-field.tsx';

/** A checkbox with its label beside it; the whole line is clickable. */
export function Checkbox({
  label,
  invalid = false,
  describedBy,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
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
