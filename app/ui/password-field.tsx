import { type ReactNode, useId, useState } from 'react';
import styles from './field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password field whose text can be shown and hidden again. `showLabel` and `hideLabel` are the button's words. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...rest
}: Omit<TextFieldProps, 'type' | 'end' | 'id'> & { readonly showLabel: ReactNode; readonly hideLabel: ReactNode }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  const word = shown ? hideLabel : showLabel;
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
          {word}
        </button>
      }
    />
  );
}
