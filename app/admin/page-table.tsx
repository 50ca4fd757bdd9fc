import { ArrowDown, ArrowUp, Search, SearchX } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import type { AdminAccount, AdminMap } from '../../contracts/overview.ts';
import { wordsFor } from '../page/error-words.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { RetryAlert } from '../ui/message.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAction } from '../ui/use-action.ts';
import styles from './admin.module.css';
import type { AdminPage } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';

const words = adminStrings.sorting;

/** A column of a table; with `sort`, the name of its order, its heading sorts. */
export interface Column<Sort extends string> {
  readonly label: string;
  readonly sort?: Sort;
  /** Whether it begins with the first: names and roles, but not dates and sizes. */
  readonly rises?: boolean;
}

/** What a table is sorted by. */
export interface Sorting<Sort extends string> {
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
}

/** The order of a table and its changes. */
export interface SortControl<Sort extends string> {
  readonly sorting: Sorting<Sort>;
  readonly onSort: (sorting: Sorting<Sort>) => void;
}

/** A table in pages, with a button for the next one; on a phone each row is a card, and a field above sorts them. */
export function PageTable<Row extends { readonly id: number }, Sort extends string>({
  label,
  columns,
  sorting,
  onSort,
  list,
  read,
  children,
}: SortControl<Sort> & {
  readonly label: string;
  readonly columns: readonly Column<Sort>[];
  /** Names what `read` reads: its filter and its order. With another, the first page is read again. */
  readonly list: string;
  readonly read: (before: number | undefined) => Promise<AdminPage<Row>>;
  /** Renders the cells of a row, one for each column. */
  readonly children: (row: Row) => ReactNode;
}) {
  const { rows, hasMore, busy, failure, readMore } = usePages(list, read);
  const failed = failure === null ? null : <RetryAlert onRetry={readMore}>{adminStrings.failed(failure)}</RetryAlert>;
  if (rows?.length === 0) {
    return <EmptyState icon={<SearchX size={26} />} title={adminStrings.none} hint={adminStrings.noneHint} />;
  }
  return (
    <>
      <SortField columns={columns} sorting={sorting} onSort={onSort} />
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.label} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={row.id}>{children(row)}</tr>
          ))}
        </tbody>
      </table>
      {failed ?? (rows === null ? <Loading /> : null)}
      {hasMore && failed === null ? (
        <Button variant="secondary" busy={busy} onClick={readMore}>
          {adminStrings.more}
        </Button>
      ) : null}
    </>
  );
}

/** A cell; on a phone its column's name is before it. */
export function Cell({ label, children }: { readonly label?: string | undefined; readonly children: ReactNode }) {
  return (
    <td>
      {label === undefined ? null : <span className={styles.cellLabel}>{label}</span>}
      {children}
    </td>
  );
}

function Heading<Sort extends string>({
  column: { label, sort, rises = false },
  sorting,
  onSort,
}: SortControl<Sort> & { readonly column: Column<Sort> }) {
  if (sort === undefined) return <th scope="col">{label}</th>;
  const isSorted = sorting.sort === sort;
  const isRising = isSorted ? sorting.order === 'asc' : rises;
  const next = isSorted === isRising ? 'desc' : 'asc';
  const Arrow = isRising ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort({ sort, order: next })}>
        {label}
        {isSorted ? <Arrow size={16} aria-hidden /> : null}
      </button>
    </th>
  );
}

function SortField<Sort extends string>({
  columns,
  sorting,
  onSort,
}: SortControl<Sort> & { readonly columns: readonly Column<Sort>[] }) {
  const offers = columns.flatMap(({ label, sort, rises = false }) =>
    sort === undefined ? [] : [{ value: sort, label, order: rises ? ('asc' as const) : ('desc' as const) }],
  );
  return (
    <div className={styles.sortField}>
      <SelectField
        label={words.by}
        options={offers}
        value={sorting.sort}
        onChange={({ target }) => {
          const chosen = offers.find(({ value }) => value === target.value);
          if (chosen !== undefined) onSort({ sort: chosen.value, order: chosen.order });
        }}
      />
      <Button
        variant="secondary"
        onClick={() => onSort({ ...sorting, order: sorting.order === 'asc' ? 'desc' : 'asc' })}
      >
        {words.reverse}
      </Button>
    </div>
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

/** A search field with what is beside it, and the list for its last submitted text. */
export function SearchForm({
  label,
  beside,
  children,
}: {
  readonly label: string;
  readonly beside?: ReactNode;
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
        {beside}
      </form>
      {children(search)}
    </>
  );
}

/**
 * Reads the first page of a list at once, the next with each `readMore`. `rows` are null until the first has loaded.
 * The headings stay while another order loads, so that they retain the focus.
 */
function usePages<Row extends { readonly id: number }>(
  list: string,
  read: (before: number | undefined) => Promise<AdminPage<Row>>,
) {
  const [loaded, setLoaded] = useState<(AdminPage<Row> & { readonly list: string }) | null>(null);
  const page = loaded?.list === list ? loaded : null;
  const { busy, failure, run } = useAction(wordsFor);
  const wanted = useRef(list);
  const readMore = (): void => {
    wanted.current = list;
    void run(async () => {
      const { rows, next } = await read(page?.next ?? undefined);
      // The person may have chosen another order in the meantime.
      if (wanted.current !== list) return;
      // After the last row was deleted, the first ones come again.
      const byId = new Map([...(page?.rows ?? []), ...rows].map((row) => [row.id, row]));
      setLoaded({ list, rows: [...byId.values()], next });
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is read once for each list.
  useEffect(readMore, [list]);
  return { rows: page?.rows ?? null, hasMore: page !== null && page.next !== null, busy, failure, readMore };
}

/** Actions of other subjects for each account and each map of the lists. */
export interface SectionActs {
  readonly renderAccountActs?: (account: AdminAccount) => ReactNode;
  readonly renderMapActs?: (map: AdminMap) => ReactNode;
}
