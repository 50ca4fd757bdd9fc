import { Download } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { paths } from '../../paths.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { showNotice } from '../../state/page/notice-queue.ts';
import { downloadMyData } from '../../state/session/my-data.ts';
import { session } from '../../state/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { useAction } from '../../ui/use-action.ts';
import { myDataStrings } from '../../words/rights/my-data.ts';
import { strings } from '../../words/strings.ts';
import { ChoicesParts } from './choices-parts.tsx';
import { ErasurePart } from './erasure-part.tsx';
import styles from './my-data.module.css';
import { Section } from './section.tsx';

/** What the server has of the person: to take along, to choose about, and to delete. */
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
