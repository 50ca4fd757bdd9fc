import { History } from 'lucide-react';
import { useState } from 'react';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceVersion } from '../../../contracts/place-version.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { ChangedSinceError, listVersions, restoreVersion, undoChange } from '../../places/place-versions.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { serverNowMs } from '../../platform/net/server-clock.ts';
import { formatTime } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { strings } from '../../ui/common-words.ts';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { formatMoment } from '../../ui/number-words.ts';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import { useAction } from '../../ui/use-action.ts';
import { restoreDrop } from '../my-drops.ts';
import shared from './drop-list.module.css';
import styles from './my-drops.module.css';
import { myDropsStrings } from './my-drops-words.ts';

const words = myDropsStrings.versions;

/** What a drop was before each change of the last days, loaded once it is opened, and a way back to each. */
export function VersionsPart({ drop, onRestored }: { readonly drop: Place; readonly onRestored: () => void }) {
  const [versions, setVersions] = useState<readonly PlaceVersion[] | null>(null);
  const { busy, failure, run } = useAction((error) => words.failed(wordsFor(error)));
  const load = (): Promise<void> => run(async () => setVersions(await listVersions(drop.id)));
  return (
    <details
      className={classNames(layout.disclosure, styles.versions)}
      onToggle={(event) => {
        if (event.currentTarget.open && versions === null && !busy) void load();
      }}
    >
      <summary>
        <History size={18} aria-hidden />
        {words.title}
      </summary>
      <div className={layout.stack3}>
        {failure === null ? null : <RetryAlert onRetry={load}>{failure}</RetryAlert>}
        {busy ? <Spinner size={24} label={strings.app.loading} /> : null}
        {versions === null ? null : <Hint>{versions.length === 0 ? words.none : words.hint}</Hint>}
        <ul className={layout.stack2}>
          {versions?.map((version) => (
            <VersionRow key={version.id} drop={drop} version={version} onRestored={onRestored} />
          ))}
        </ul>
      </div>
    </details>
  );
}

interface VersionRowProps {
  readonly drop: Place;
  readonly version: PlaceVersion;
  readonly onRestored: () => void;
}

function VersionRow({ drop, version, onRestored }: VersionRowProps) {
  const { busy, failure, run } = useAction(wordsFor);
  const { appelation, sound, replacedAt, replacedBy, changed } = version;
  const name = formatPlaceName(appelation);
  const moment = formatMoment(Date.parse(replacedAt), 'medium');
  const restore = async (): Promise<void> => {
    await restoreAndSay(drop, version);
    onRestored();
  };
  return (
    <li className={styles.version}>
      <div className={styles.words}>
        <p className={shared.name}>{name}</p>
        <p className={typography.hint}>{words.until(moment)}</p>
        <p className={typography.hint}>{words.changed(changed, replacedBy)}</p>
        <p className={typography.hint}>
          {sound === null ? words.noSound : words.sound(sound.length === null ? null : formatTime(sound.length))}
        </p>
        {failure === null ? null : <Alert>{failure}</Alert>}
      </div>
      <Button
        variant="secondary"
        busy={busy}
        aria-label={words.restoreOne(name, moment)}
        onClick={() => void (busy ? undefined : run(restore))}
      >
        {words.restore}
      </Button>
    </li>
  );
}

/** Restores a version, and offers to undo that, unless it waits for an approval since. */
async function restoreAndSay({ id }: Place, version: PlaceVersion): Promise<void> {
  const beganMs = serverNowMs();
  const isWaiting = await restoreDrop(id, () => restoreVersion(id, version.id));
  const name = formatPlaceName(version.appelation);
  const undo = (): void => {
    restoreDrop(id, () => undoChange(id, beganMs)).catch((error: unknown) => {
      const reason = error instanceof ChangedSinceError ? words.changedSince : wordsFor(error);
      showNotice(myDropsStrings.correction.undoFailed(name, reason), { tone: 'info' });
    });
  };
  showNotice(words.restored(name, isWaiting), isWaiting ? {} : { action: { label: strings.app.undo, run: undo } });
}
