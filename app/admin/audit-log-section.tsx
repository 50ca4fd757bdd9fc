import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { AUDIT_ACTIONS, type AuditAccount, type AuditEntry } from '../../contracts/audit-entry.ts';
import { EMAIL_PATTERN } from '../../contracts/user.ts';
import { wordsFor } from '../page/error-words.ts';
import { formatMoment } from '../platform/page/time.ts';
import { Button } from '../ui/button.tsx';
import { English } from '../ui/english.tsx';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import typography from '../ui/typography.module.css';
import { useAction } from '../ui/use-action.ts';
import { type FormError, textOf, useForm } from '../ui/use-form.ts';
import styles from './admin.module.css';
import { type AuditLogFilter, downloadAuditLog, readAuditLogPage } from './admin-calls.ts';
import { adminStrings, auditActions } from './admin-words.ts';
import { PageList } from './page-list.tsx';

const entryWords = adminStrings.entry;
const filterWords = adminStrings.filter;

/** The audit log, filtered by the URL. */
export function AuditLogSection() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const key = JSON.stringify(filter);
  return (
    <>
      <FilterForm key={`form ${key}`} search={search} filter={filter} />
      <PageList key={key} label={adminStrings.auditLog} read={(before) => readAuditLogPage(filter, before)}>
        {(entry) => <AuditLogEntryCard entry={entry} />}
      </PageList>
    </>
  );
}

function AuditLogEntryCard({ entry }: { readonly entry: AuditEntry }) {
  const { happenedAt, action, actor, account, map, place, address, detail } = entry;
  const isOther = account !== null && account.id !== actor?.id;
  return (
    <>
      <h2 className={styles.name}>{auditActions[action]}</h2>
      <p className={typography.hint}>
        <time dateTime={happenedAt}>{formatMoment(Date.parse(happenedAt), 'medium')}</time>
      </p>
      <p>{actor === null ? entryWords.nobody : entryWords.by(nameOf(actor))}</p>
      {isOther ? <p>{entryWords.about(nameOf(account))}</p> : null}
      {map === null ? null : <p>{entryWords.map(map.name)}</p>}
      {place === null ? null : <p>{entryWords.place(place.name)}</p>}
      {detail === '' ? null : (
        <p className={typography.hint}>
          <English>{detail}</English>
        </p>
      )}
      {address === null ? null : <p className={typography.hint}>{entryWords.address(address)}</p>}
    </>
  );
}

function nameOf({ id, name, email }: AuditAccount): string {
  return name === null || email === null ? entryWords.gone(id) : entryWords.named(name, email);
}

const ACTIONS = [
  { value: '', label: filterWords.anyAction },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: auditActions[action] })).sort((one, other) =>
    one.label.localeCompare(other.label, 'fr'),
  ),
];

/** The filter of the audit log, which the URL contains, and the export of the filtered entries. */
function FilterForm({ search, filter }: { readonly search: URLSearchParams; readonly filter: AuditLogFilter }) {
  const [, setSearch] = useSearchParams();
  const download = useAction(wordsFor);
  const { error, alert, submit, forgetError, field } = useForm({
    read: (form) => FILTER_FIELDS.map((name): [FilterField, string] => [name, textOf(form, name).trim()]),
    check: checkFields,
    send: async (values) => {
      const chosen = values.filter(([, value]) => value !== '');
      setSearch([['rubrique', 'journal'], ...chosen], { replace: true });
    },
    wordsFor,
  });
  const readField = (name: string): string => search.get(name) ?? '';
  return (
    <form className={layout.panel} noValidate onSubmit={(event) => void submit(event)} onChange={forgetError}>
      <div className={styles.fields}>
        <SelectField label={filterWords.action} name="action" options={ACTIONS} defaultValue={readField('action')} />
        <TextField
          label={filterWords.map}
          {...field('parcours')}
          defaultValue={readField('parcours')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          label={filterWords.account}
          className={styles.whole}
          {...field('compte')}
          defaultValue={readField('compte')}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
        />
        <TextField label={filterWords.from} name="du" type="date" defaultValue={readField('du')} />
        <TextField label={filterWords.until} name="au" type="date" defaultValue={readField('au')} />
      </div>
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
const FILTER_FIELDS = ['action', 'compte', 'parcours', 'du', 'au'] as const;
type FilterField = (typeof FILTER_FIELDS)[number];

/** Reads the filter from a URL, ignoring invalid values. */
function readFilter(search: URLSearchParams): AuditLogFilter {
  const read = (field: FilterField): string => search.get(field)?.trim() ?? '';
  const action = AUDIT_ACTIONS.find((known) => known === read('action'));
  const [account, map] = [read('compte'), read('parcours')];
  const [from, to] = [startOfDay(read('du'), 0), startOfDay(read('au'), 1)];
  return {
    ...(action === undefined ? {} : { action }),
    ...(isAccount(account) ? { account } : {}),
    ...(isId(map) ? { mapId: map } : {}),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

function checkFields(values: readonly (readonly [FilterField, string])[]): FormError<FilterField> | null {
  const { compte = '', parcours = '' } = Object.fromEntries(values);
  if (compte !== '' && !isAccount(compte)) return { field: 'compte', message: filterWords.wrongAccount };
  return parcours === '' || isId(parcours) ? null : { field: 'parcours', message: filterWords.wrongMap };
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
