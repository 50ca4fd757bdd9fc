import { type ComponentProps, useId } from 'react';
import styles from '../account-page.module.css';
import { SecretField } from '../credential-fields.tsx';
import { passwordStrings } from './passwords-words.ts';

/** A new password with an English label and its requirements. */
export function HintedSecretField(props: ComponentProps<typeof SecretField>) {
  const hintId = useId();
  return (
    <div>
      <SecretField {...props} autoComplete="new-password" aria-describedby={hintId} />
      <p id={hintId} className={styles.hint}>
        {passwordStrings.hint}
      </p>
    </div>
  );
}
