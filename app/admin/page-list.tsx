import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './admin.module.css';
import type { AdminPage } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { usePages } from './use-read.ts';

/** A list in pages, with a button for the next one. */
export function PageList<Row extends { readonly id: number }>({
  label,
  read,
  children,
}: {
  readonly label: string;
  /** Reads a page. For another list, change the component's `key`. */
  readonly read: (before: number | undefined) => Promise<AdminPage<Row>>;
  readonly children: (row: Row) => ReactNode;
}) {
  const { rows, hasMore, busy, failure, readMore } = usePages(read);
  const failed = failure === null ? null : <Failed failure={failure} onRetry={readMore} />;
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

/** Shows why a read failed, with a button to try again. */
export function Failed({ failure, onRetry }: { readonly failure: string; readonly onRetry: () => void }) {
  return (
    <Alert
      action={
        <Button variant="danger" onClick={onRetry}>
          {strings.app.retry}
        </Button>
      }
    >
      {adminStrings.failed(failure)}
    </Alert>
  );
}
