import { useState } from 'react';
import type { ModeratedAccount } from '../../../contracts/moderation.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../moderation.module.css';
import { ActSheet } from './act-sheet.tsx';
import { setSuspension } from './queue.ts';
import { queueStrings } from './queue-words.ts';

const words = queueStrings;

/**
 * Whether an account is suspended, with the button to suspend or unsuspend it; the site's admins can't be suspended.
 */
export function AccountActs({ account }: { readonly account: Omit<ModeratedAccount, 'email'> }) {
  const { id, name, role } = account;
  const [isSuspended, setSuspended] = useState(account.isSuspended);
  const [isAsking, setAsking] = useState(false);
  if (role === 'admin' && !isSuspended) return null;
  const act = isSuspended ? 'unsuspend' : 'suspend';
  return (
    <div className={styles.section}>
      {isSuspended ? <p className={styles.state}>{words.isSuspended}</p> : null}
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={words.actOn(words.acts[act], name)}
        onClick={() => setAsking(true)}
      >
        {words.acts[act]}
      </Button>
      {isAsking ? (
        <ActSheet
          act={act}
          name={name}
          onAct={async (said) => {
            await setSuspension(id, !isSuspended, said);
            setSuspended(!isSuspended);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
