import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { myDataStrings } from './my-data-words.ts';

/** The field for the owner's confirmation: the account's password, or its address if it has none. */
export function ProofField({
  kind,
  email,
  value,
  onChange,
}: {
  readonly kind: 'password' | 'email';
  readonly email: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const words = myDataStrings.erasure;
  if (kind === 'password') {
    return (
      <PasswordField
        label={words.password}
        showLabel={words.show}
        hideLabel={words.hide}
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      label={words.email(email)}
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
