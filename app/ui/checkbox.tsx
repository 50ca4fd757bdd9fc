import { type ComponentProps, useId } from 'react';
import styles from './checkbox.module.css';
import { describe, FieldNote, type FieldProps } from './text-field.tsx';

/** A checkbox with its label beside it; the whole line is clickable. */
export function Checkbox({
  label,
  invalid = false,
  describedBy,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'type'>) {
  const noteId = useId();
  return (
    <>
      <label className={styles.line}>
        <span className={styles.box}>
          <input
            {...rest}
            type="checkbox"
            className={styles.input}
            aria-invalid={invalid || undefined}
            aria-describedby={describe(invalid && describedBy, rest.required && noteId)}
          />
        </span>
        <span>{label}</span>
      </label>
      <FieldNote id={noteId} required={rest.required} />
    </>
  );
}
