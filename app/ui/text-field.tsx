import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** Props of {@link TextField}; everything an `<input>` takes besides. */
export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: ReactNode;
  /** Marks the field as the one at fault. The words stand in an alert, whose id is passed as `describedBy`. */
  readonly invalid?: boolean;
  /** Id of the element that says what is wrong. */
  readonly describedBy?: string | undefined;
  /** Stands inside the field, at its end. */
  readonly end?: ReactNode;
}

/** A one-line text field with its label above it. The label's own id is the field's with `-label` after it. */
export function TextField({
  label,
  invalid = false,
  describedBy,
  end,
  className,
  id: givenId,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} id={`${id}-label`} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          type="text"
          {...rest}
          id={id}
          className={classNames(styles.input, invalid && styles.invalid, end !== undefined && styles.withEnd)}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? describedBy : undefined}
        />
        {end}
      </div>
    </div>
  );
}
