import { PasswordField } from '../../ui/password-field.tsx';
import type { TextFieldProps } from '../../ui/text-field.tsx';
import { passwordStrings } from './passwords-words.ts';

/** A password with French labels. `autoComplete` tells password managers whether it is a new one. */
export function FrenchSecretField(props: Omit<TextFieldProps, 'type' | 'end' | 'id'>) {
  return <PasswordField {...props} showLabel={passwordStrings.show} hideLabel={passwordStrings.hide} required />;
}
