import type { AdminAccount } from '../../contracts/overview.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/message.tsx';
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

/** Sets an account's quota, or restores the site's default. */
export function QuotaSheet({
  account: { id, name, quotaBytes, ownQuotaBytes },
  onSet,
  onClose,
}: {
  readonly account: AdminAccount;
  readonly onSet: (quota: Quota) => void;
  readonly onClose: () => void;
}) {
  /** @param bytes null for the site's default */
  const set = async (bytes: number | null): Promise<void> => {
    onSet(await setQuota(id, bytes));
    onClose();
    showNotice(words.done(name));
  };
  const { error, sending, alert, submit, forgetError, field } = useForm({
    read: (form) => textOf(form, 'megabytes').replace(/\s/g, ''),
    check: (text) => (/^\d{1,9}$/.test(text) ? null : { field: 'megabytes', message: words.wrong }),
    send: (text) => set(Number(text) * MEGABYTE),
    wordsFor,
  });
  const { busy, failure, run } = useAction(wordsFor);
  const message = error?.message ?? failure;
  return (
    <Sheet onClose={() => (sending || busy ? undefined : onClose())} title={words.of(name)} description={words.lead}>
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
          <Button variant="secondary" wide busy={busy} disabled={sending} onClick={() => void run(() => set(null))}>
            {words.reset}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
