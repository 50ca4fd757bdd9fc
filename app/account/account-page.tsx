import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { chooseLanguage, languageChoice } from '../page/language.ts';
import { languageOptions, languageStrings } from '../page/language-words.ts';
import { Scope } from '../platform/scope.ts';
import { watchStorage } from '../platform/storage/storage.ts';
import { checkSession, session } from '../session/session.ts';
import { strings } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { LanguageChoice } from '../ui/language-choice.tsx';
import { Logo } from '../ui/logo.tsx';
import { PasswordField, TextField, type TextFieldProps } from '../ui/text-field.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import styles from './account-page.module.css';

interface AccountPageProps {
  readonly title: string;
  readonly lead: string;
  readonly back?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the login and sign-up screens: the logo on a landscape, the form and the languages beside or below it. */
export function AccountPage({ title, lead, back, children }: AccountPageProps) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  const { pending } = useSnapshot(languageChoice);
  return (
    <div className={styles.frame}>
      <header className={styles.land}>
        <div className={styles.brand}>
          <Logo heightPx={56} />
          <div>
            <p className={styles.name}>{strings.app.name}</p>
            <p className={styles.tagline}>{strings.app.tagline}</p>
          </div>
        </div>
      </header>
      <main className={styles.panel}>
        <div className={styles.column}>
          {back}
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
          {children}
          <LanguageChoice
            label={languageStrings.label}
            options={languageOptions}
            pending={pending}
            onChoose={(language) => void chooseLanguage(language)}
          />
        </div>
      </main>
    </div>
  );
}

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

/** Calls `onLoggedIn` after a login in another tab, whose session is also this tab's. */
export function useLoginElsewhere(onLoggedIn: () => void): void {
  const latest = useRef(onLoggedIn);
  useEffect(() => {
    latest.current = onLoggedIn;
  });
  useEffect(() => {
    const scope = new Scope();
    // A renewed token of the same account, such as a guest's, is no login.
    const before = session.user?.id;
    watchStorage(scope, 'token', () => {
      if (checkSession() && session.user?.id !== before) latest.current();
    });
    return () => scope.dispose();
  }, []);
}
