import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { describe, FieldNote, type FieldProps } from './text-field.tsx';

/** A multi-line text field with its label above it. Grows with its text if the browser supports it. */
export function TextArea({
  label,
  invalid = false,
  describedBy,
  className,
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <div className={classNames(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <FieldNote id={`${id}-note`} required={rest.required} />
      </div>
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={classNames(styles.input, styles.area, invalid && styles.invalid)}
        aria-invalid={invalid || undefined}
        aria-describedby={describe(invalid && describedBy, rest.required && `${id}-note`, rest['aria-describedby'])}
      />
    </div>
  );
}
