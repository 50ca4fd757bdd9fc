import { useId } from 'react';
import type { useForm } from '../../ui/use-form.ts';
import styles from '../account-page.module.css';
import { FrenchSecretField } from './french-secret-field.tsx';
import { passwordStrings } from './passwords-words.ts';

/** The two fields of a new password, with its requirements. */
export function NewPasswordFields({ form }: { readonly form: Pick<ReturnType<typeof useForm>, 'field'> }) {
  const hintId = useId();
  return (
    <>
      <div>
        <FrenchSecretField
          {...form.field('password')}
          label={passwordStrings.fresh}
          autoComplete="new-password"
          aria-describedby={hintId}
        />
        <p id={hintId} className={styles.hint}>
          {passwordStrings.hint}
        </p>
      </div>
      <FrenchSecretField
        {...form.field('confirmation')}
        label={passwordStrings.confirmation}
        autoComplete="new-password"
      />
    </>
  );
}
