import { CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { User } from '../../../contracts/user.ts';
import { wordsFor } from '../../page/error-words.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/net/api.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { strings } from '../../ui/common-words.ts';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice, RetryAlert } from '../../ui/message.tsx';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import { useAction } from '../../ui/use-action.ts';
import { textOf, useForm } from '../../ui/use-form.ts';
import { checkTypedTwice, passwordRefusal } from '../credential-checks.ts';
import { wordsForFault } from '../credentials-words.ts';
import { LocalSecretField, NewPasswordFields } from '../passwords/password-fields.tsx';
import { changePassword, loadSecurity, requestVerification, security } from './account-security.ts';
import { PasskeySection } from './passkey-section.tsx';
import styles from './security.module.css';
import { securityStrings } from './security-words.ts';
import { SessionSection } from './session-section.tsx';

const words = securityStrings;
const emailWords = securityStrings.email;
const passwordWords = securityStrings.password;

/** The person's address, password, passkeys and sessions. Guests are redirected: their account is temporary. */
export function SecurityScreen() {
  const { user } = useSnapshot(session);
  const { account, hasPasskeys, makesPasskeys } = useSnapshot(security);
  const userId = user?.id;
  const isGuest = user?.role === 'guest';
  useEffect(() => {
    if (userId !== undefined && !isGuest) void loadSecurity();
  }, [userId, isGuest]);
  if (user === null || isGuest) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={words.title} back={{ to: paths.profile, label: strings.app.back }}>
      <div className={styles.stack}>
        <LoadingSecurity />
        {account === null ? null : (
          <>
            <AddressSection email={user.email} isVerified={account.emailVerified} />
            <PasswordSection owner={user} hasPassword={account.hasPassword} />
            {hasPasskeys && (makesPasskeys || account.passkeys.length > 0) ? (
              <PasskeySection passkeys={account.passkeys} hasPassword={account.hasPassword} isHere={makesPasskeys} />
            ) : null}
            <SessionSection sessions={account.sessions} />
          </>
        )}
      </div>
    </Page>
  );
}

function LoadingSecurity() {
  const { account, status, failure } = useSnapshot(security);
  if (status === 'failed') {
    return <RetryAlert onRetry={loadSecurity}>{words.failed(wordsFor(failure))}</RetryAlert>;
  }
  return account === null ? (
    <div className={layout.loading}>
      <Spinner size={28} label={strings.app.loading} />
    </div>
  ) : null;
}

/** The person's address and whether it is verified, with a button to send the verification link again. */
export function AddressSection({ email, isVerified }: { readonly email: string; readonly isVerified: boolean }) {
  const { way } = useSnapshot(security);
  const [isSent, setSent] = useState(false);
  const { busy, failure, run } = useAction(wordsFor);
  const handleSend = (): void => {
    void run(async () => {
      await requestVerification();
      setSent(true);
    });
  };
  return (
    <section className={layout.panel} aria-labelledby="security-address">
      <h2 id="security-address">{emailWords.title}</h2>
      <p className={typography.breaks}>{email}</p>
      {/* Without mails, nobody can verify an address. */}
      {isVerified || way.sendsMail ? (
        <p className={classNames(styles.state, isVerified && styles.verified)}>
          {isVerified ? <CircleCheck size={18} aria-hidden /> : <CircleDashed size={18} aria-hidden />}
          {isVerified ? emailWords.verified : emailWords.notVerified}
        </p>
      ) : null}
      {isVerified || !way.sendsMail ? null : (
        <>
          <Hint breaks>{emailWords.why}</Hint>
          {failure === null ? null : <Alert>{failure}</Alert>}
          {isSent && failure === null ? <Notice tone="success">{emailWords.sent(email)}</Notice> : null}
          <Button variant="secondary" busy={busy} onClick={handleSend}>
            {emailWords.send}
          </Button>
        </>
      )}
    </section>
  );
}

/** Changes the person's password; for a Google account without one, offers to set a first one. */
function PasswordSection({ owner, hasPassword }: { readonly owner: User; readonly hasPassword: boolean }) {
  return (
    <section className={layout.panel} aria-labelledby="security-password">
      <h2 id="security-password">{passwordWords.title}</h2>
      {hasPassword ? (
        <PasswordForm owner={owner} />
      ) : (
        <>
          <Hint breaks>{passwordWords.none}</Hint>
          <ButtonLink to={paths.forgotten} variant="secondary">
            {passwordWords.ask}
          </ButtonLink>
        </>
      )}
    </section>
  );
}

/** Changes a password; requires the current one. */
export function PasswordForm({ owner }: { readonly owner: Pick<User, 'name' | 'email'> }) {
  // A new form has empty fields.
  const [count, setCount] = useState(0);
  const { account } = useSnapshot(security);
  const done = account?.passkeys.length ? `${passwordWords.done} ${passwordWords.passkeysStay}` : passwordWords.done;
  const form = useForm({
    read: (data) => ({
      current: textOf(data, 'current'),
      password: textOf(data, 'password'),
      confirmation: textOf(data, 'confirmation'),
    }),
    check: (values) =>
      values.current === ''
        ? { field: 'current', message: strings.signUp.missing }
        : wordsForFault(checkTypedTwice(values, owner)),
    send: async ({ current, password }) => {
      await changePassword(current, password);
      setCount((before) => before + 1);
    },
    faultOf: (error) =>
      error instanceof ApiError && error.code === 'invalid_credentials'
        ? { field: 'current', message: passwordWords.wrong }
        : wordsForFault(passwordRefusal(error)),
    wordsFor,
  });
  return (
    <form className={layout.stack4} noValidate onSubmit={form.submit} onChange={form.forgetError}>
      <div key={count} className={layout.stack4}>
        <LocalSecretField {...form.field('current')} label={passwordWords.current} autoComplete="current-password" />
        <NewPasswordFields form={form} />
      </div>
      {form.error ? <Alert {...form.alert}>{form.error.message}</Alert> : null}
      {count > 0 && !form.error ? <Notice tone="success">{done}</Notice> : null}
      <Button type="submit" variant="secondary" busy={form.sending}>
        {form.sending ? passwordWords.sending : passwordWords.submit}
      </Button>
    </form>
  );
}
