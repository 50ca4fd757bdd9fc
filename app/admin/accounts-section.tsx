import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AccountSort, AdminAccount, GivenRole } from '../../contracts/overview.ts';
import { EMAIL_PATTERN } from '../../contracts/user.ts';
import { showNotice } from '../page/notice-queue.ts';
import { loadConfig } from '../platform/net/app-config.ts';
import { Button } from '../ui/button.tsx';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { formatDay, formatMoment } from '../ui/number-words.ts';
import { OptionCards } from '../ui/option-cards.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import typography from '../ui/typography.module.css';
import { useLoad } from '../ui/use-action.ts';
import { textOf, useForm } from '../ui/use-form.ts';
import { AccountMenu, PasswordLinkSheet, roleOptions, wordsForAct } from './account-acts.tsx';
import { accountStrings, roleNames } from './account-words.ts';
import styles from './admin.module.css';
import { makeAccount, readAccountsPage } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { Cell, type Column, PageTable, SearchForm, type SectionActs, type Sorting } from './page-table.tsx';

const words = accountStrings;

function listColumns(): readonly Column<AccountSort>[] {
  return [
    { label: words.columns.name, sort: 'name', rises: true },
    { label: words.columns.role, sort: 'role', rises: true },
    { label: words.columns.used, sort: 'used' },
    { label: words.columns.created, sort: 'created' },
    { label: words.columns.maps },
    { label: words.columns.bytes, sort: 'bytes' },
    { label: words.columns.acts },
  ];
}

/** The site's accounts as a table, with what its admins may do with each, and a new one. */
export function AccountsSection({ renderAccountActs }: SectionActs) {
  const [sorting, setSorting] = useState<Sorting<AccountSort>>({ sort: 'created', order: 'desc' });
  const [made, setMade] = useState(0);
  return (
    <SearchForm label={words.search} beside={<MakeAccount onMade={() => setMade((count) => count + 1)} />}>
      {(search) => (
        <PageTable
          list={JSON.stringify([search, sorting, made])}
          label={adminStrings.accounts}
          columns={listColumns()}
          sorting={sorting}
          onSort={setSorting}
          read={(before) => readAccountsPage(search, sorting, before)}
        >
          {(account) => <AccountCells account={account} renderActs={renderAccountActs} />}
        </PageTable>
      )}
    </SearchForm>
  );
}

function AccountCells({
  account: listed,
  renderActs,
}: {
  readonly account: AdminAccount;
  readonly renderActs: ((account: AdminAccount) => ReactNode) | undefined;
}) {
  const [account, setAccount] = useState(listed);
  const { name, email, emailVerified, role, createdAt, usedAt, maps, bytes, quotaBytes, ownQuotaBytes } = account;
  return (
    <>
      <th scope="row">
        <span className={styles.name}>{name}</span>
        <span className={styles.line}>{email}</span>
        {emailVerified ? null : <span className={typography.hint}>{words.unverified}</span>}
      </th>
      <Cell label={words.columns.role}>{roleNames[role]}</Cell>
      <Cell label={words.columns.used}>
        {usedAt === null ? words.never : formatMoment(Date.parse(usedAt), 'medium')}
      </Cell>
      <Cell label={words.columns.created}>{formatDay(Date.parse(createdAt))}</Cell>
      <Cell label={words.columns.maps}>{maps}</Cell>
      <Cell label={words.columns.bytes}>{words.stored(bytes, quotaBytes, ownQuotaBytes !== null)}</Cell>
      <Cell>
        <div className={styles.acts}>
          {/* A new role may be one that can't be suspended. */}
          <div key={role}>{renderActs?.(account)}</div>
          <AccountMenu account={account} onChange={(change) => setAccount({ ...account, ...change })} />
        </div>
      </Cell>
    </>
  );
}

/** A button to make an account for somebody else, who gets a link to choose the password. */
function MakeAccount({ onMade }: { readonly onMade: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<{ readonly name: string; readonly link: string } | null>(null);
  return (
    <>
      <Button icon={<UserPlus size={18} aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.make.open}
      </Button>
      {isOpen ? (
        <MakeAccountSheet
          onMade={(name, link) => {
            setOpen(false);
            if (link === null) onMade();
            else setMade({ name, link });
            showNotice(words.make.done(name));
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {made === null ? null : (
        <PasswordLinkSheet
          {...made}
          onClose={() => {
            setMade(null);
            onMade();
          }}
        />
      )}
    </>
  );
}

function MakeAccountSheet({
  onMade,
  onClose,
}: {
  readonly onMade: (name: string, link: string | null) => void;
  readonly onClose: () => void;
}) {
  const { value: config } = useLoad(loadConfig);
  const [role, setRole] = useState<GivenRole>('user');
  const { error, sending, alert, submit, forgetError, field } = useForm({
    read: (form) => ({ name: textOf(form, 'name').trim(), email: textOf(form, 'email').trim() }),
    check: ({ name, email }) => {
      if (name === '') return { field: 'name', message: words.make.noName };
      return EMAIL_PATTERN.test(email) ? null : { field: 'email', message: words.make.badEmail };
    },
    send: async (person) => {
      const { link } = await makeAccount({ ...person, role });
      onMade(person.name, link);
    },
    wordsFor: wordsForAct,
  });
  return (
    <Sheet
      onClose={() => (sending ? undefined : onClose())}
      title={words.make.title}
      description={config === undefined ? undefined : words.make.lead(config.sendsMail)}
    >
      <form className={layout.stack4} noValidate onSubmit={submit} onChange={forgetError}>
        <TextField {...field('name')} label={words.make.name} autoComplete="off" />
        <TextField
          {...field('email')}
          label={words.make.email}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
        />
        <OptionCards
          label={words.make.role}
          options={roleOptions()}
          chosen={role}
          disabled={sending}
          onChoose={setRole}
        />
        {error === null ? null : <Alert {...alert}>{error.message}</Alert>}
        <Button type="submit" wide busy={sending}>
          {words.make.save}
        </Button>
      </form>
    </Sheet>
  );
}
