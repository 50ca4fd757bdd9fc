import { Download } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { paths } from '../../paths.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Hint } from '../../ui/hint.tsx';
import { shownLocale } from '../../ui/language.ts';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { useAction, useLoad } from '../../ui/use-action.ts';
import { ErasurePart } from './erasure-part.tsx';
import styles from './my-data.module.css';
import { chooseStatistics, downloadMyData, readChoices } from './my-data.ts';
import { Section } from './my-data-section.tsx';
import { myDataStrings } from './my-data-words.ts';

/** The data that the server has about the person: to download, to decide about, and to delete. */
export function MyDataScreen() {
  const { user } = useSnapshot(session);
  const words = myDataStrings;
  if (user === null) return null;
  const before = user.role === 'guest' ? paths.home : paths.profile;
  return (
    <Page title={words.title} back={{ to: before, label: strings.app.back }}>
      <div className={styles.sections}>
        <p className={styles.lead}>{words.lead}</p>
        <DownloadPart />
        <ChoicesParts isCounted={user.noStatistics !== true} />
        <ErasurePart user={user} />
      </div>
    </Page>
  );
}

function ChoicesParts({ isCounted }: { readonly isCounted: boolean }) {
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
        <Hint>{words.consents.withdraw}</Hint>
      </Section>
    </>
  );
}

function ConsentList() {
  const words = myDataStrings.consents;
  const { value: choices, failure, retry } = useLoad(readChoices);
  if (failure !== undefined) {
    return (
      <RetryAlert variant="primary" onRetry={retry}>
        {strings.errors.network}
      </RetryAlert>
    );
  }
  if (choices === undefined) return <Spinner label={strings.app.loading} />;
  if (choices.consents.length === 0) return <p>{words.none}</p>;
  return (
    <ul className={styles.list}>
      {choices.consents.map(({ kind, version, givenAt }) => (
        <li key={`${kind} ${version}`}>
          <span className={styles.what}>{words.kinds[kind]}</span>
          <Hint inline>{words.given(dayOf(givenAt), monthOf(version))}</Hint>
        </li>
      ))}
    </ul>
  );
}

function dayOf(moment: string): string {
  return new Date(moment).toLocaleDateString(shownLocale(), { dateStyle: 'long' });
}

/** Formats `2026-11` as 'novembre 2026'. */
function monthOf(version: string): string {
  return new Date(`${version}-15`).toLocaleDateString(shownLocale(), { month: 'long', year: 'numeric' });
}

function DownloadPart() {
  const words = myDataStrings.download;
  const { busy, failure, run } = useAction(wordsFor);
  const download = () =>
    run(async () => {
      await downloadMyData();
      showNotice(words.started);
    });
  return (
    <Section title={words.title}>
      <p>{words.text}</p>
      {failure === null ? null : <Alert>{failure}</Alert>}
      <Button variant="secondary" busy={busy} icon={<Download size={20} aria-hidden />} onClick={download}>
        {words.act}
      </Button>
    </Section>
  );
}
