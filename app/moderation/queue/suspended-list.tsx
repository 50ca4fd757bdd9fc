import { useState } from 'react';
import type { ModerationQueue } from '../../../contracts/moderation.ts';
import { formatMoment } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../moderation.module.css';
import { ActSheet } from './act-sheet.tsx';
import { setSuspension } from './queue.ts';
import { queueStrings } from './queue-words.ts';

const words = queueStrings;
type Account = ModerationQueue['suspended'][number];

/** The suspended accounts, each with the button to unsuspend it. Renders nothing if there are none. */
export function SuspendedList({ accounts }: { readonly accounts: readonly Account[] }) {
  const [chosen, setChosen] = useState<Account | null>(null);
  if (accounts.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="suspended-accounts">
      <h2 id="suspended-accounts" className={styles.heading}>
        {words.suspended}
      </h2>
      <ul className={styles.rows}>
        {accounts.map((account) => (
          <li key={account.id} className={styles.row}>
            <div className={styles.words}>
              <h3 className={styles.name}>{account.name}</h3>
              <p className={styles.hint}>{account.email}</p>
              <p className={styles.hint}>
                {words.suspendedSince(formatMoment(Date.parse(account.suspendedAt), 'medium'))}
              </p>
            </div>
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              aria-label={words.actOn(words.acts.unsuspend, account.name)}
              onClick={() => setChosen(account)}
            >
              {words.acts.unsuspend}
            </Button>
          </li>
        ))}
      </ul>
      {chosen === null ? null : (
        <ActSheet
          act="unsuspend"
          name={chosen.name}
          onAct={(said) => setSuspension(chosen.id, false, said)}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}
