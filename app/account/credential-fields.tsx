import { strings } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField, type TextFieldProps } from '../ui/text-field.tsx';

type CredentialProps = Omit<TextFieldProps, 'label' | 'type' | 'end' | 'id'> & { readonly label: string };

/** The email address of an account, which password managers store as its user name. */
export function EmailField({ label, ...rest }: CredentialProps) {
  return (
    <TextField
      {...rest}
      label={<English>{label}</English>}
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      required
    />
  );
}

/** The password of an account. `autoComplete` tells password managers whether it is a new one. */
export function SecretField({ label, ...rest }: CredentialProps) {
  return (
    <PasswordField
      {...rest}
      label={<English>{label}</English>}
      showLabel={<English>{strings.signUp.show}</English>}
      hideLabel={<English>{strings.signUp.hide}</English>}
      required
    />
  );
}
