import { type ComponentProps, useId } from 'react';
import { passwordStrings } from '../../../words/account/passwords.ts';
import styles from '../account-page.module.css';
import { SecretField } from '../credential-fields.tsx';

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
