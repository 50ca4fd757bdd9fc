import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { TRAIL_ACTIONS } from '../../contracts/trail.ts';
import { wordsFor } from '../page/error-words.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAction } from '../ui/use-action.ts';
import { useForm } from '../ui/use-form.ts';
import styles from './admin.module.css';
import { downloadTrail, type TrailFilterInput } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';
import { trailActions } from './trail-actions-words.ts';
import { checkFields, TRAIL_FIELDS, type TrailFields } from './trail-filter.ts';

const words = adminStrings.filter;

const ACTIONS = [
  { value: '', label: words.anyAction },
  ...TRAIL_ACTIONS.map((action) => ({ value: action, label: trailActions[action] })).sort((one, other) =>
    one.label.localeCompare(other.label, 'fr'),
  ),
];

/** The filter of the audit log, which the URL contains, and the export of the filtered entries. */
export function TrailFilterForm({
  search,
  filter,
}: {
  readonly search: URLSearchParams;
  readonly filter: TrailFilterInput;
}) {
  const [, setSearch] = useSearchParams();
  const download = useAction(wordsFor);
  const { error, alert, submit, forgetError, field } = useForm<TrailFields>({
    read: (form) => {
      const read = (name: string): string => String(form.get(name) ?? '').trim();
      return Object.fromEntries(TRAIL_FIELDS.map((name) => [name, read(name)])) as Record<keyof TrailFields, string>;
    },
    check: checkFields,
    send: async (values) => {
      const chosen = Object.entries(values).filter(([, value]) => value !== '');
      setSearch([['rubrique', 'journal'], ...chosen], { replace: true });
    },
    wordsFor,
  });
  const readField = (name: string): string => search.get(name) ?? '';
  return (
    <form className={styles.filter} noValidate onSubmit={(event) => void submit(event)} onChange={forgetError}>
      <div className={styles.fields}>
        <SelectField label={words.action} name="action" options={ACTIONS} defaultValue={readField('action')} />
        <TextField
          label={words.map}
          {...field('parcours')}
          defaultValue={readField('parcours')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          label={words.account}
          className={styles.whole}
          {...field('compte')}
          defaultValue={readField('compte')}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
        />
        <TextField label={words.from} name="du" type="date" defaultValue={readField('du')} />
        <TextField label={words.until} name="au" type="date" defaultValue={readField('au')} />
      </div>
      {error === null ? null : <Alert {...alert}>{error.message}</Alert>}
      {download.failure === null ? null : <Alert>{download.failure}</Alert>}
      <div className={styles.actions}>
        <Button type="submit">{words.apply}</Button>
        <Button
          variant="secondary"
          icon={<Download size={18} aria-hidden />}
          busy={download.busy}
          onClick={() => void download.run(() => downloadTrail(filter))}
        >
          {words.export}
        </Button>
      </div>
      <p className={styles.hint}>{words.exporting}</p>
    </form>
  );
}
