import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './my-data.module.css';
import { chooseStatistics, readChoices } from './my-data.ts';
import { myDataStrings } from './my-data-words.ts';
import { Section } from './section.tsx';
import { useLoaded } from './use-loaded.ts';

/** Whether the person's visits may be counted, and their consents. */
export function ChoicesParts({ isCounted }: { readonly isCounted: boolean }) {
  const words = myDataStrings;
  const { busy, failure, run } = useAction(wordsFor);
  return (
    <>
      <Section title={words.statistics.title}>
        <SwitchRow
          label={words.statistics.label}
          hint={words.statistics.hint}
          checked={isCounted}
          disabled={busy}
          onChange={(wanted) => run(() => chooseStatistics(wanted))}
        />
        {failure === null ? null : <Alert>{failure}</Alert>}
      </Section>
      <Section title={words.consents.title}>
        <ConsentList />
        <p className={styles.hint}>{words.consents.withdraw}</p>
      </Section>
    </>
  );
}

function ConsentList() {
  const words = myDataStrings.consents;
  const [choices, retry] = useLoaded(readChoices);
  if (choices === undefined) return <Spinner label={strings.app.loading} />;
  if (choices === null) {
    return <Alert action={<Button onClick={retry}>{strings.app.retry}</Button>}>{strings.errors.network}</Alert>;
  }
  if (choices.consents.length === 0) return <p>{words.none}</p>;
  return (
    <ul className={styles.list}>
      {choices.consents.map(({ kind, version, givenAt }) => (
        <li key={`${kind} ${version}`}>
          <span className={styles.what}>{words.kinds[kind]}</span>
          <span className={styles.hint}>{words.given(dayOf(givenAt), monthOf(version))}</span>
        </li>
      ))}
    </ul>
  );
}

function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString('fr', { dateStyle: 'long' });
}

/** Formats `2026-11` as 'novembre 2026'. */
function monthOf(version: string): string {
  return new Date(`${version}-15`).toLocaleDateString('fr', { month: 'long', year: 'numeric' });
}
