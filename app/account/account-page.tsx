import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { Accessibility } from '../../contracts/config.ts';
import { chooseLanguage, languageChoice } from '../page/language.ts';
import { languageOptions, languageStrings } from '../page/language-words.ts';
import { paths } from '../paths.ts';
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
  /** How accessible the site is declared to be; null for a link without the state. */
  readonly declared?: Accessibility['state'] | null;
  readonly children: ReactNode;
}

/**
 * The frame of the login and sign-up screens: the logo on a landscape, the form beside or below it, and below that the languages and a link to
 * the declaration of accessibility.
 */
export function AccountPage({ title, lead, back, declared = null, children }: AccountPageProps) {
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
      <main id="main" className={styles.panel}>
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
          <p className={styles.foot}>
            <Link className={styles.link} to={paths.accessibility}>
              {strings.app.accessibility(declared)}
            </Link>
          </p>
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
      note={strings.app.requiredEmail}
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
