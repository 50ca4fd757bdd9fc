import { useRef, useState } from 'react';
import type { OwnPasskey } from '../../../contracts/passkeys.ts';
import { supportsPasskeys } from '../../platform/net/passkeys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { wordsForPasskey } from '../passkeys/passkey-words.ts';
import { passkeyStrings } from '../passkeys/passkeys-words.ts';
import { PasskeyAdder } from './passkey-adder.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import styles from './security.module.css';
import { deletePasskey } from './security.ts';
import { securityStrings } from './security-words.ts';

const words = passkeyStrings.own;

/** The person's passkeys, with the ways to add one and to delete each. */
export function PasskeySection({
  passkeys,
  hasPassword,
  isHere,
}: {
  readonly passkeys: readonly OwnPasskey[];
  readonly hasPassword: boolean;
  /** Whether passkeys can be created at this address. */
  readonly isHere: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const heir = useFocusHeir(() => heading.current);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<OwnPasskey | null>(null);
  const deviceOf = ({ browser, system }: OwnPasskey): string => securityStrings.sessions.device(browser, system);
  const hint = !isHere ? words.elsewhere : supportsPasskeys() ? words.hint : `${words.hint} ${words.unsupported}`;
  return (
    <section className={styles.panel} aria-labelledby="security-passkeys" {...heir}>
      <h2 id="security-passkeys" ref={heading} tabIndex={-1} className={styles.heading}>
        {words.title}
      </h2>
      <p className={styles.hint}>{hint}</p>
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
