import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { AUDIT_ACTIONS, type AuditAccount, type AuditEntry } from '../../contracts/audit-entry.ts';
import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { EMAIL_PATTERN } from '../../contracts/user.ts';
import { wordsFor } from '../page/error-words.ts';
import { Button } from '../ui/button.tsx';
import { English } from '../ui/english.tsx';
import { shownLanguage } from '../ui/language.ts';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { formatMoment } from '../ui/number-words.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import typography from '../ui/typography.module.css';
import { useAction } from '../ui/use-action.ts';
import { textOf, useForm } from '../ui/use-form.ts';
import styles from './admin.module.css';
import { type AuditLogFilter, downloadAuditLog, readAuditLogPage } from './admin-calls.ts';
import { adminStrings, auditActions } from './admin-words.ts';
import { describeDetail } from './audit-detail-words.ts';
import { Cell, type Column, PageTable, type Sorting } from './page-table.tsx';

const entryWords = adminStrings.entry;
const filterWords = adminStrings.filter;

function listColumns(): readonly Column<'when'>[] {
  return [
    { label: entryWords.columns.when, sort: 'when' },
    { label: entryWords.columns.action },
    { label: entryWords.columns.by },
    { label: entryWords.columns.about },
    { label: entryWords.columns.detail },
  ];
}

/** The audit log as a table, filtered by the URL. */
export function AuditLogSection() {
  const [search] = useSearchParams();
  const [sorting, setSorting] = useState<Sorting<'when'>>({ sort: 'when', order: 'desc' });
  const filter = readFilter(search);
  const key = JSON.stringify(filter);
  return (
    <>
      <FilterForm key={`form ${key}`} search={search} filter={filter} />
      <PageTable
        list={`${key} ${sorting.order}`}
        label={adminStrings.auditLog}
        columns={listColumns()}
        sorting={sorting}
        onSort={setSorting}
        read={(before) => readAuditLogPage(filter, sorting.order, before)}
      >
        {(entry) => <EntryCells entry={entry} />}
      </PageTable>
    </>
  );
}

function EntryCells({ entry }: { readonly entry: AuditEntry }) {
  const { happenedAt, action, actor, account, map, place, address, detail } = entry;
  const isOther = account !== null && account.id !== actor?.id;
  const { ours, english } = describeDetail(action, detail);
  return (
    <>
      <Cell>
        <time dateTime={happenedAt}>{formatMoment(Date.parse(happenedAt), 'medium')}</time>
      </Cell>
      <th scope="row">{auditActions[action]}</th>
      <Cell label={entryWords.columns.by}>{actor === null ? entryWords.nobody : nameOf(actor)}</Cell>
      <Cell label={isOther || map !== null || place !== null ? entryWords.columns.about : undefined}>
        {isOther ? <span className={styles.line}>{nameOf(account)}</span> : null}
        {map === null ? null : <span className={styles.line}>{entryWords.map(map.name)}</span>}
        {place === null ? null : <span className={styles.line}>{entryWords.place(place.name)}</span>}
      </Cell>
      <Cell>
        {ours === '' ? null : <span className={styles.line}>{ours}</span>}
        {english === '' ? null : (
          <span className={styles.line}>
            <English>{english}</English>
          </span>
        )}
        {address === null ? null : <span className={typography.hint}>{entryWords.address(address)}</span>}
      </Cell>
    </>
  );
}

function nameOf({ name, email }: AuditAccount): string {
  return name === null || email === null ? entryWords.gone : entryWords.named(name, email);
}

function listActions() {
  const actions = AUDIT_ACTIONS.map((action) => ({ value: action, label: auditActions[action] }));
  actions.sort((one, other) => one.label.localeCompare(other.label, shownLanguage()));
  return [{ value: '', label: filterWords.anyAction }, ...actions];
}

/** The filter of the audit log, which the URL contains, and the export of the filtered entries. */
function FilterForm({ search, filter }: { readonly search: URLSearchParams; readonly filter: AuditLogFilter }) {
  const [, setSearch] = useSearchParams();
  const download = useAction(wordsFor);
  const { error, alert, submit, forgetError, field } = useForm({
    read: (form) => FILTER_FIELDS.map((name): [FilterField, string] => [name, textOf(form, name).trim()]),
    check: () => null,
    send: async (values) => {
      const chosen = values.filter(([, value]) => value !== '');
      const one = ONE.filter((name) => search.has(name)).map((name): [string, string] => [
        name,
        search.get(name) ?? '',
      ]);
      setSearch([['rubrique', 'journal'], ...one, ...chosen], { replace: true });
    },
    wordsFor,
  });
  const readField = (name: string): string => search.get(name) ?? '';
  return (
    <form className={layout.panel} noValidate onSubmit={(event) => void submit(event)} onChange={forgetError}>
      <div className={styles.fields}>
        <SelectField
          label={filterWords.action}
          name="action"
          options={listActions()}
          defaultValue={readField('action')}
        />
        <TextField
          label={filterWords.search}
          className={styles.whole}
          {...field('cherche')}
          type="search"
          defaultValue={readField('cherche')}
          maxLength={TEXT_LINE_MAX}
          autoComplete="off"
        />
        <TextField label={filterWords.from} name="du" type="date" defaultValue={readField('du')} />
        <TextField label={filterWords.until} name="au" type="date" defaultValue={readField('au')} />
      </div>
      {ONE.filter((name) => search.has(name)).map((name) => (
        <p key={name}>
          {name === 'compte' ? filterWords.onlyAccount : filterWords.onlyMap}{' '}
          <Link to="?rubrique=journal" className={styles.link}>
            {filterWords.showAll}
          </Link>
        </p>
      ))}
      {error === null ? null : <Alert {...alert}>{error.message}</Alert>}
      {download.failure === null ? null : <Alert>{download.failure}</Alert>}
      <div className={layout.wrap}>
        <Button type="submit">{filterWords.apply}</Button>
        <Button
          variant="secondary"
          icon={<Download size={18} aria-hidden />}
          busy={download.busy}
          onClick={() => void download.run(() => downloadAuditLog(filter))}
        >
          {filterWords.export}
        </Button>
      </div>
      <p className={typography.hint}>{filterWords.exporting}</p>
    </form>
  );
}

/** The fields of the filter form, by their names in the URL. */
const FILTER_FIELDS = ['action', 'cherche', 'du', 'au'] as const;
type FilterField = (typeof FILTER_FIELDS)[number];
/** What a link from another section limits the log to. */
const ONE = ['compte', 'parcours'] as const;

/** Reads the filter from a URL, ignoring invalid values. */
function readFilter(search: URLSearchParams): AuditLogFilter {
  const read = (field: FilterField | (typeof ONE)[number]): string => search.get(field)?.trim() ?? '';
  const action = AUDIT_ACTIONS.find((known) => known === read('action'));
  const [account, map] = [read('compte'), read('parcours')];
  const [from, to] = [startOfDay(read('du'), 0), startOfDay(read('au'), 1)];
  return {
    ...(action === undefined ? {} : { action }),
    ...(read('cherche') === '' ? {} : { search: read('cherche') }),
    ...(isAccount(account) ? { account } : {}),
    ...(isId(map) ? { mapId: map } : {}),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

function isAccount(text: string): boolean {
  return isId(text) || EMAIL_PATTERN.test(text);
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text);
}

/** Returns when a day begins in the device's time zone, or the day `daysAfter` days later; null for an invalid day. */
function startOfDay(text: string, daysAfter: number): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const start = new Date(`${text}T00:00`);
  start.setDate(start.getDate() + daysAfter);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
