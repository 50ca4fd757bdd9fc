import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** Props of every field of a form. */
export interface FieldProps {
  readonly label: ReactNode;
  /** Marks the field as invalid. The message is in an alert, whose id is `describedBy`. */
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

/** Props of {@link TextField}; also takes all props of an `<input>`. */
export interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  /** Inside the field, at its end. */
  readonly end?: ReactNode;
}

/** A one-line text field with its label above it. The id of the label is the field's id followed by `-label`. */
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
          aria-describedby={invalid ? describedBy : rest['aria-describedby']}
        />
        {end}
      </div>
    </div>
  );
}

/** A password field with a button, labelled `showLabel` or `hideLabel`, that shows and hides the text. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...rest
}: Omit<TextFieldProps, 'type' | 'end' | 'id'> & { readonly showLabel: ReactNode; readonly hideLabel: ReactNode }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <TextField
      {...rest}
      id={id}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button type="button" className={styles.end} aria-describedby={`${id}-label`} onClick={() => setShown(!shown)}>
          {shown ? hideLabel : showLabel}
        </button>
      }
    />
  );
}
