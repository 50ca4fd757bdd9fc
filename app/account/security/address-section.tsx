import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './security.module.css';
import { requestVerification, security } from './security.ts';
import { securityStrings } from './security-words.ts';

const words = securityStrings.email;

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
    <section className={styles.panel} aria-labelledby="security-address">
      <h2 id="security-address" className={styles.heading}>
        {words.title}
      </h2>
      <p className={styles.address}>{email}</p>
      {/* Without mails, nobody can verify an address. */}
      {isVerified || way.sendsMail ? (
        <p className={classNames(styles.state, isVerified && styles.verified)}>
          {isVerified ? <CircleCheck size={18} aria-hidden /> : <CircleDashed size={18} aria-hidden />}
          {isVerified ? words.verified : words.notVerified}
        </p>
      ) : null}
      {isVerified || !way.sendsMail ? null : (
        <>
          <p className={styles.hint}>{words.why}</p>
          {failure === null ? null : <Alert>{failure}</Alert>}
          {isSent && failure === null ? <Notice tone="success">{words.sent(email)}</Notice> : null}
          <Button variant="secondary" busy={busy} onClick={handleSend}>
            {words.send}
          </Button>
        </>
      )}
    </section>
  );
}
