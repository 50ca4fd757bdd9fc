import { type ReactNode, useId, useState } from 'react';
import styles from './field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

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
