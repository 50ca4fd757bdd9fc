import { useId } from 'react';
import { PasswordField, type TextFieldProps } from '../../ui/text-field.tsx';
import type { useForm } from '../../ui/use-form.ts';
import styles from '../account-page.module.css';
import { passwordStrings } from '../credentials-words.ts';

/** The two fields of a new password, with its requirements. */
export function NewPasswordFields({ form }: { readonly form: Pick<ReturnType<typeof useForm>, 'field'> }) {
  const hintId = useId();
  return (
    <>
      <div>
        <LocalSecretField
          {...form.field('password')}
          label={passwordStrings.fresh}
          autoComplete="new-password"
          aria-describedby={hintId}
        />
        <p id={hintId} className={styles.hint}>
          {passwordStrings.hint}
        </p>
      </div>
      <LocalSecretField
        {...form.field('confirmation')}
        label={passwordStrings.confirmation}
        autoComplete="new-password"
      />
    </>
  );
}

/** A password with labels in the language shown. `autoComplete` tells password managers whether it is a new one. */
export function LocalSecretField(props: Omit<TextFieldProps, 'type' | 'end' | 'id'>) {
  return <PasswordField {...props} showLabel={passwordStrings.show} hideLabel={passwordStrings.hide} required />;
}
