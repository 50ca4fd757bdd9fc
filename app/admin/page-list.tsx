import { Search, SearchX } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import type { AdminAccount, AdminMap } from '../../contracts/overview.ts';
import { wordsFor } from '../page/error-words.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { RetryAlert } from '../ui/message.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAction } from '../ui/use-action.ts';
import styles from './admin.module.css';
import type { AdminPage } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';

/** A list in pages, with a button for the next one. */
export function PageList<Row extends { readonly id: number }>({
  label,
  read,
  children,
}: {
  readonly label: string;
  /** Reads a page. Another list needs another `key`. */
  readonly read: (before: number | undefined) => Promise<AdminPage<Row>>;
  readonly children: (row: Row) => ReactNode;
}) {
  const { rows, hasMore, busy, failure, readMore } = usePages(read);
  const failed = failure === null ? null : <RetryAlert onRetry={readMore}>{adminStrings.failed(failure)}</RetryAlert>;
  if (rows === null) return failed ?? <Loading />;
  if (rows.length === 0) {
    return <EmptyState icon={<SearchX size={26} />} title={adminStrings.none} hint={adminStrings.noneHint} />;
  }
  return (
    <>
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className={styles.card}>
            {children(row)}
          </li>
        ))}
      </ul>
      {failed}
      {hasMore && failed === null ? (
        <Button variant="secondary" busy={busy} onClick={readMore}>
          {adminStrings.more}
        </Button>
      ) : null}
    </>
  );
}

/** Shown until the first data has loaded. */
export function Loading() {
  return (
    <div className={styles.loading}>
      <Spinner size={28} label={adminStrings.loading} />
    </div>
  );
}

/** A search field, and the list for its last submitted text. */
export function SearchForm({
  label,
  children,
}: {
  readonly label: string;
  /** Renders the list of rows that contain a text; all rows for an empty one. */
  readonly children: (search: string) => ReactNode;
}) {
  const [search, setSearch] = useState('');
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: `search` is not in all browsers that this runs in. */}
      <form className={styles.search} role="search" onSubmit={handleSubmit}>
        <TextField label={label} name="search" type="search" maxLength={TEXT_LINE_MAX} autoComplete="off" />
        <Button type="submit" variant="secondary" icon={<Search size={18} aria-hidden />}>
          {adminStrings.search}
        </Button>
      </form>
      {children(search)}
    </>
  );
}

/** Reads the first page at once, the next with each `readMore`. `rows` are null until the first has loaded. */
function usePages<Row>(read: (before: number | undefined) => Promise<AdminPage<Row>>) {
  const [page, setPage] = useState<AdminPage<Row> | null>(null);
  const { busy, failure, run } = useAction(wordsFor);
  const readMore = (): void => {
    void run(async () => {
      const { rows, next } = await read(page?.next ?? undefined);
      setPage({ rows: [...(page?.rows ?? []), ...rows], next });
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is read once.
  useEffect(readMore, []);
  return { rows: page?.rows ?? null, hasMore: page !== null && page.next !== null, busy, failure, readMore };
}

/** Actions of other subjects for each account and each map of the lists. */
export interface SectionActs {
  readonly renderAccountActs?: (account: AdminAccount) => ReactNode;
  readonly renderMapActs?: (map: AdminMap) => ReactNode;
}
