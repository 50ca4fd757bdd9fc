import { useState } from 'react';
import type { AdminAccount } from '../../contracts/overview.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAction } from '../ui/use-action.ts';
import { textOf, useForm } from '../ui/use-form.ts';
import styles from './admin.module.css';
import { setQuota } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';

const words = adminStrings.quota;
const MEGABYTE = 1_000_000;

type Quota = Pick<AdminAccount, 'quotaBytes' | 'ownQuotaBytes'>;

/** An account's storage use and quota, with a button to set another quota. */
export function QuotaAct({ account }: { readonly account: AdminAccount }) {
  const [quota, setOwn] = useState<Quota>(account);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.quota}>
      <p>{words.used(account.bytes, quota.quotaBytes, quota.ownQuotaBytes !== null)}</p>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={words.changeOf(account.name)}
        onClick={() => setOpen(true)}
      >
        {words.change}
      </Button>
      {isOpen ? (
        <QuotaSheet
          name={account.name}
          quota={quota}
          onSet={async (bytes) => {
            setOwn(await setQuota(account.id, bytes));
            setOpen(false);
            showNotice(words.done(account.name));
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

function QuotaSheet({
  name,
  quota: { quotaBytes, ownQuotaBytes },
  onSet,
  onClose,
}: {
  readonly name: string;
  readonly quota: Quota;
  /** Receives null for the site's default. */
  readonly onSet: (bytes: number | null) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { error, sending, alert, submit, forgetError, field } = useForm({
    read: (form) => textOf(form, 'megabytes').replace(/\s/g, ''),
    check: (text) => (/^\d{1,9}$/.test(text) ? null : { field: 'megabytes', message: words.wrong }),
    send: (text) => onSet(Number(text) * MEGABYTE),
    wordsFor,
  });
  const { busy, failure, run } = useAction(wordsFor);
  const message = error?.message ?? failure;
  return (
    <Sheet
      open
      onOpenChange={(open) => (open || sending || busy ? undefined : onClose())}
      title={words.of(name)}
      description={words.lead}
      closeLabel={strings.app.close}
    >
      <form className={styles.stack} noValidate onSubmit={submit} onChange={forgetError}>
        <TextField
          {...field('megabytes')}
          label={words.megabytes}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={Math.round(quotaBytes / MEGABYTE)}
        />
        {message === null ? null : <Alert {...alert}>{message}</Alert>}
        <Button type="submit" wide busy={sending} disabled={busy}>
          {words.save}
        </Button>
        {ownQuotaBytes === null ? null : (
          <Button variant="secondary" wide busy={busy} disabled={sending} onClick={() => void run(() => onSet(null))}>
            {words.reset}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
