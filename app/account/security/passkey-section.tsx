import { useRef, useState } from 'react';
import type { OwnPasskey } from '../../../contracts/logins.ts';
import { ApiError } from '../../platform/net/api.ts';
import { supportsPasskeys } from '../../platform/net/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import { formatDay } from '../../ui/number-words.ts';
import { useAction } from '../../ui/use-action.ts';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { textOf, useForm } from '../../ui/use-form.ts';
import { wordsForPasskey } from '../passwordless-words.ts';
import { LocalSecretField } from '../passwords/password-fields.tsx';
import { addPasskey, deletePasskey } from './account-security.ts';
import styles from './security.module.css';
import { securityStrings } from './security-words.ts';

const words = securityStrings.passkeys;

interface PasskeySectionProps {
  readonly passkeys: readonly OwnPasskey[];
  readonly hasPassword: boolean;
  /** Whether passkeys can be created at this address. */
  readonly isHere: boolean;
}

/** The person's passkeys, with the ways to add one and to delete each. */
export function PasskeySection({ passkeys, hasPassword, isHere }: PasskeySectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const heir = useFocusHeir(() => heading.current);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<OwnPasskey | null>(null);
  const deviceOf = ({ browser, system }: OwnPasskey): string => securityStrings.sessions.device(browser, system);
  const hint = !isHere ? words.elsewhere : supportsPasskeys() ? words.hint : `${words.hint} ${words.unsupported}`;
  return (
    <section className={layout.panel} aria-labelledby="security-passkeys" {...heir}>
      <h2 id="security-passkeys" ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <Hint breaks>{hint}</Hint>
      {passkeys.length === 0 ? null : (
        <ul className={styles.sessions}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              device={deviceOf(passkey)}
              onDelete={() => setLeaving(passkey)}
            />
          ))}
        </ul>
      )}
      {outcome === null ? null : <Notice tone="success">{outcome}</Notice>}
      {isHere ? <PasskeyAdder hasPassword={hasPassword} onOutcome={setOutcome} /> : null}
      {leaving === null ? null : (
        <ConfirmDialog
          words={words.question(deviceOf(leaving))}
          onConfirm={async () => {
            setOutcome(null);
            await deletePasskey(leaving.id);
            setOutcome(words.deleted(deviceOf(leaving)));
          }}
          onClose={() => setLeaving(null)}
          wordsFor={(error) => wordsForPasskey(error, words)}
        />
      )}
    </section>
  );
}

interface PasskeyRowProps {
  readonly passkey: OwnPasskey;
  readonly device: string;
  readonly onDelete: () => void;
}

/** One of the person's passkeys, named after the device on which it was added. */
function PasskeyRow({ passkey: { addedAt, usedAt }, device, onDelete }: PasskeyRowProps) {
  const day = (text: string): string => formatDay(Date.parse(text));
  return (
    <li className={styles.session}>
      <div className={styles.device}>
        <p className={styles.name}>{device}</p>
        {usedAt === null ? null : <Hint breaks>{words.used(day(usedAt))}</Hint>}
        <Hint breaks>{words.added(day(addedAt))}</Hint>
      </div>
      <Button variant="secondary" aria-label={words.deleteOne(device)} onClick={onDelete}>
        {words.delete}
      </Button>
    </li>
  );
}

/** Adds a passkey, after the password or a new login if the last login was a while ago. */
function PasskeyAdder({
  hasPassword,
  onOutcome,
}: {
  readonly hasPassword: boolean;
  /** Receives the message about the last attempt; null during an attempt. */
  readonly onOutcome: (said: string | null) => void;
}) {
  const part = useRef<HTMLDivElement>(null);
  // The password field replaces the button for a while.
  const heir = useFocusHeir(() => part.current?.querySelector<HTMLElement>('input, button') ?? null);
  const [needsLogin, setNeedsLogin] = useState(false);
  const { busy, failure, run } = useAction((error) => wordsForPasskey(error, words));
  const add = async (password?: string): Promise<void> => {
    onOutcome(null);
    await addPasskey(password);
    setNeedsLogin(false);
    onOutcome(words.done);
  };
  const handleAdd = (): Promise<void> =>
    run(() =>
      add().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'recent_login_needed') throw error;
        setNeedsLogin(true);
      }),
    );
  return (
    <div ref={part} className={layout.stack4} {...heir}>
      {needsLogin && hasPassword ? (
        <PasskeyPassword onGiven={add} onCancel={() => setNeedsLogin(false)} />
      ) : (
        <>
          {failure === null ? null : <Alert>{failure}</Alert>}
          {needsLogin ? <Notice>{words.whyLogin}</Notice> : null}
          {supportsPasskeys() ? (
            <Button variant="secondary" busy={busy} onClick={() => void handleAdd()}>
              {busy ? words.adding : words.add}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

/** Asks for the password before adding a passkey, because the last login was a while ago. */
function PasskeyPassword({
  onGiven,
  onCancel,
}: {
  readonly onGiven: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}) {
  const form = useForm({
    read: (data) => ({ password: textOf(data, 'confirmedPassword') }),
    check: ({ password }) => (password === '' ? { field: 'confirmedPassword', message: words.noPassword } : null),
    send: ({ password }) => onGiven(password),
    faultOf: (error) =>
      error instanceof ApiError && error.code === 'invalid_credentials'
        ? { field: 'confirmedPassword', message: securityStrings.password.wrong }
        : null,
    wordsFor: (error) => wordsForPasskey(error, words),
  });
  return (
    <form className={layout.stack4} noValidate onSubmit={form.submit} onChange={form.forgetError}>
      <p>{words.whyPassword}</p>
      {form.error ? <Alert {...form.alert}>{form.error.message}</Alert> : null}
      <LocalSecretField {...form.field('confirmedPassword')} label={words.password} autoComplete="current-password" />
      <div className={layout.wrap}>
        <Button type="submit" busy={form.sending}>
          {form.sending ? words.adding : words.goOn}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {strings.app.cancel}
        </Button>
      </div>
    </form>
  );
}
