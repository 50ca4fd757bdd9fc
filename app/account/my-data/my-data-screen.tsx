import { useSnapshot } from 'valtio';
import { paths } from '../../paths.ts';
import { session } from '../../session/session.ts';
import { strings } from '../../ui/common-words.ts';
import { Page } from '../../ui/page.tsx';
import { ChoicesParts } from './choices-parts.tsx';
import { DownloadPart } from './download-part.tsx';
import { ErasurePart } from './erasure-part.tsx';
import styles from './my-data.module.css';
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
