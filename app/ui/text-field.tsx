import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { strings } from './common-words.ts';
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
  /** Beside the label: what the field expects. By default that it is required, if it is. */
  readonly note?: string | undefined;
  /** Inside the field, at its end. */
  readonly end?: ReactNode;
}

/** A one-line text field with its label above it. The id of the label is the field's id followed by `-label`. */
export function TextField({
  label,
  invalid = false,
  describedBy,
  note,
  end,
  className,
  id: givenId,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={classNames(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={id} id={`${id}-label`} className={styles.label}>
          {label}
        </label>
        <FieldNote id={`${id}-note`} required={rest.required} text={note} />
      </div>
      <div className={styles.box}>
        <input
          type="text"
          {...rest}
          id={id}
          className={classNames(styles.input, invalid && styles.invalid, end !== undefined && styles.withEnd)}
          aria-invalid={invalid || undefined}
          aria-describedby={describe(
            invalid && describedBy,
            (rest.required || note) && `${id}-note`,
            rest['aria-describedby'],
          )}
        />
        {end}
      </div>
    </div>
  );
}

/** Says beside a label what its field expects, by default that it is required, if it is. Not in the label, which is its name. */
export function FieldNote({
  id,
  required,
  text = required ? strings.app.required : undefined,
}: {
  readonly id: string;
  readonly required?: boolean | undefined;
  readonly text?: string | undefined;
}) {
  return text === undefined ? null : (
    <span id={id} className={styles.note}>
      {text}
    </span>
  );
}

/** Joins the ids of what describes a field, for `aria-describedby`. */
export function describe(...ids: readonly (string | false | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
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
