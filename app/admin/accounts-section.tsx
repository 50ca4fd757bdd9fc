import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminAccount } from '../../contracts/overview.ts';
import { formatDay, formatMoment } from '../platform/page/time.ts';
import styles from './admin.module.css';
import { readAccountsPage } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { PageList } from './page-list.tsx';
import { QuotaAct } from './quota-act.tsx';
import { SearchForm } from './search-form.tsx';
import type { SectionActs } from './section-acts.ts';

const words = adminStrings.account;

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
      <p className={styles.hint}>{words.created(formatDay(Date.parse(createdAt)))}</p>
      <p className={styles.hint}>{words.used(formatMoment(Date.parse(usedAt), 'medium'))}</p>
      <Link to={`?rubrique=journal&compte=${id}`} className={styles.link} aria-label={words.trailOf(name)}>
        {words.trail}
      </Link>
      <QuotaAct account={account} />
      {acts}
    </>
  );
}
