import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AdminAccount } from '../../contracts/overview.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { formatDay, formatMoment } from '../platform/page/time.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/message.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import typography from '../ui/typography.module.css';
import { useAction } from '../ui/use-action.ts';
import { textOf, useForm } from '../ui/use-form.ts';
import styles from './admin.module.css';
import { readAccountsPage, setQuota } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { PageList, SearchForm, type SectionActs } from './page-list.tsx';

const words = adminStrings.account;
const quotaWords = adminStrings.quota;

/** The site's accounts, newest first, with their details. */
export function AccountsSection({ renderAccountActs }: SectionActs) {
  return (
    <SearchForm label={words.search}>
      {(search) => (
        <PageList key={search} label={adminStrings.accounts} read={(before) => readAccountsPage(search, before)}>
          {(account) => <AccountCard account={account} acts={renderAccountActs?.(account)} />}
        </PageList>
      )}
    </SearchForm>
  );
}

function AccountCard({ account, acts }: { readonly account: AdminAccount; readonly acts: ReactNode }) {
  const { id, name, email, role, createdAt, usedAt, maps } = account;
  return (
    <>
      <h2 className={styles.name}>{name}</h2>
      <p>{email}</p>
      <p>{words.facts(role, id)}</p>
      <p>{words.maps(maps)}</p>
      <p className={typography.hint}>{words.created(formatDay(Date.parse(createdAt)))}</p>
      <p className={typography.hint}>{words.used(formatMoment(Date.parse(usedAt), 'medium'))}</p>
      <Link to={`?rubrique=journal&compte=${id}`} className={styles.link} aria-label={words.auditLogOf(name)}>
        {words.auditLog}
      </Link>
      <QuotaAct account={account} />
      {acts}
    </>
  );
}

const MEGABYTE = 1_000_000;

type Quota = Pick<AdminAccount, 'quotaBytes' | 'ownQuotaBytes'>;

function QuotaAct({ account }: { readonly account: AdminAccount }) {
  const [quota, setOwn] = useState<Quota>(account);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.quota}>
      <p>{quotaWords.used(account.bytes, quota.quotaBytes, quota.ownQuotaBytes !== null)}</p>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={quotaWords.changeOf(account.name)}
        onClick={() => setOpen(true)}
      >
        {quotaWords.change}
      </Button>
      {isOpen ? (
        <QuotaSheet
          name={account.name}
          quota={quota}
          onSet={async (bytes) => {
            setOwn(await setQuota(account.id, bytes));
            setOpen(false);
            showNotice(quotaWords.done(account.name));
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

interface QuotaSheetProps {
  readonly name: string;
  readonly quota: Quota;
  /** Receives null for the site's default. */
  readonly onSet: (bytes: number | null) => Promise<void>;
  readonly onClose: () => void;
}

function QuotaSheet({ name, quota: { quotaBytes, ownQuotaBytes }, onSet, onClose }: QuotaSheetProps) {
  const { error, sending, alert, submit, forgetError, field } = useForm({
    read: (form) => textOf(form, 'megabytes').replace(/\s/g, ''),
    check: (text) => (/^\d{1,9}$/.test(text) ? null : { field: 'megabytes', message: quotaWords.wrong }),
    send: (text) => onSet(Number(text) * MEGABYTE),
    wordsFor,
  });
  const { busy, failure, run } = useAction(wordsFor);
  const message = error?.message ?? failure;
  return (
    <Sheet
      onClose={() => (sending || busy ? undefined : onClose())}
      title={quotaWords.of(name)}
      description={quotaWords.lead}
    >
      <form className={styles.stack} noValidate onSubmit={submit} onChange={forgetError}>
        <TextField
          {...field('megabytes')}
          label={quotaWords.megabytes}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={Math.round(quotaBytes / MEGABYTE)}
        />
        {message === null ? null : <Alert {...alert}>{message}</Alert>}
        <Button type="submit" wide busy={sending} disabled={busy}>
          {quotaWords.save}
        </Button>
        {ownQuotaBytes === null ? null : (
          <Button variant="secondary" wide busy={busy} disabled={sending} onClick={() => void run(() => onSet(null))}>
            {quotaWords.reset}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
