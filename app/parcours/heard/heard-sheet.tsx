import { Download } from 'lucide-react';
import { useCallback, useId } from 'react';
import type { Heard, HeardCount } from '../../../contracts/calls/heard-calls.ts';
import { BYTE_ORDER_MARK, formatCsvRow } from '../../../contracts/csv-text.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { DownloadLink } from '../../ui/button-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import { shownLocale } from '../../ui/language.ts';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { formatDay } from '../../ui/number-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../ui/use-action.ts';
import styles from './heard.module.css';
import { heardStrings as words } from './heard-words.ts';
import { readHeard } from './parcours-heard.ts';

interface Row extends HeardCount {
  readonly key: string;
  readonly name: string;
}

/** What was heard on a parcours, in tables whose rows are drawn as bars. */
export function HeardSheet({
  parcoursId,
  name,
  onClose,
}: {
  readonly parcoursId: ParcoursId;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { value: heard, failure, retry } = useLoad(useCallback(() => readHeard(parcoursId), [parcoursId]));
  return (
    <Sheet title={words.title} description={name} onClose={onClose}>
      <div className={layout.stack4}>
        {heard === undefined && failure === undefined && (
          <div className={layout.loading}>
            <Spinner size={28} label={words.loading} />
          </div>
        )}
        {failure !== undefined && <RetryAlert onRetry={retry}>{words.failed(wordsFor(failure))}</RetryAlert>}
        {heard?.days.length === 0 && <EmptyState title={words.none} hint={words.noneHint} />}
        {heard !== undefined && heard.days.length > 0 && <HeardTables heard={heard} name={name} />}
        <section className={layout.stack2}>
          <h3 className={styles.heading}>{words.how}</h3>
          <ul className={styles.rules}>
            {words.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      </div>
    </Sheet>
  );
}

function HeardTables({ heard, name }: { readonly heard: Heard; readonly name: string }) {
  const until = heard.days.at(-1)?.until ?? '';
  const days = heard.days.map((row) => ({ ...row, key: row.until, name: formatDays(row) }));
  const places = heard.places.map((row) => ({
    ...{ ...row, from: null, until, key: String(row.placeId) },
    name: nameOf(row),
  }));
  const links = heard.links.map((row) => ({
    ...{ ...row, from: null, until, key: row.label ?? '' },
    name: row.label ?? words.otherLinks,
  }));
  const tables = [
    { title: words.byDay, head: words.day, rows: days },
    { title: words.byPlace, head: words.place, rows: places },
    { title: words.byLink, head: words.link, rows: links },
  ];
  const lines = tables.flatMap(({ title, rows }) =>
    rows.map((row) => [title, row.from ?? '', row.until, row.name, row.begun, row.finished]),
  );
  const csv = BYTE_ORDER_MARK + [words.csvHead, ...lines].map((row) => formatCsvRow(row)).join('');
  return (
    <>
      <div>
        <p className={styles.total}>{words.total(heard.total)}</p>
        <Hint>{words.until(formatUtcDay(until))}</Hint>
      </div>
      {tables.map((table) => (
        <BarTable key={table.title} {...table} />
      ))}
      <div>
        <DownloadLink
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
          fileName={words.csvName(name)}
          icon={<Download size={18} aria-hidden />}
          onClick={() => {}}
        >
          {words.csv}
        </DownloadLink>
      </div>
    </>
  );
}

function nameOf({ placeId, name, moved }: Heard['places'][number]): string {
  if (placeId === null) return words.otherPlaces;
  return name ?? (moved ? words.movedPlace : words.gonePlace);
}

/** A table whose rows have bars below their names; the numbers say the same without them. */
function BarTable({
  title,
  head,
  rows,
}: {
  readonly title: string;
  /** What the rows are. */
  readonly head: string;
  readonly rows: readonly Row[];
}) {
  const titleId = useId();
  const most = Math.max(1, ...rows.map(({ begun }) => begun));
  const widthOf = (count: number) => ({ inlineSize: `${(100 * count) / most}%` });
  return (
    <section className={classNames(layout.stack2, styles.tablePart)}>
      <h3 id={titleId} className={styles.heading}>
        {title}
      </h3>
      <table className={styles.table} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{words.begun}</th>
            <th scope="col">{words.finished}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, begun, finished }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                <span aria-hidden className={styles.begun} style={widthOf(begun)}>
                  <span
                    className={styles.finished}
                    style={{ inlineSize: `${(100 * finished) / Math.max(1, begun)}%` }}
                  />
                </span>
              </th>
              <td data-head={words.begun}>{formatCount(begun)}</td>
              <td data-head={words.finished}>{formatCount(finished)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function formatCount(count: number): string {
  return count === 0 ? words.hidden : count.toLocaleString(shownLocale());
}

function formatDays({ from, until }: Heard['days'][number]): string {
  if (from === null) return words.untilDay(formatUtcDay(until));
  return from === until ? formatUtcDay(until) : words.days(formatUtcDay(from), formatUtcDay(until));
}

/** Formats `YYYY-MM-DD` as the day that it names, wherever the browser is. */
function formatUtcDay(day: string): string {
  return formatDay(new Date(`${day}T12:00`).getTime());
}
