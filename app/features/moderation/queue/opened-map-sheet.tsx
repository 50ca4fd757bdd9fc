import { useEffect, useState } from 'react';
import type { OpenedParcours } from '../../../../contracts/moderation/moderation.ts';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { wordsFor } from '../../../platform/net/error-words.ts';
import { openParcours } from '../../../state/moderation/queue.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { queueStrings } from '../../../words/moderation/queue.ts';
import { strings } from '../../../words/strings.ts';
import { printName } from '../../../words/untitled.ts';
import styles from '../moderation.module.css';
import { StoryAudio } from '../story-audio.tsx';

const words = queueStrings;

/** All stories of a map, to listen to, whoever its members are. */
export function OpenedMapSheet({
  mapId,
  name,
  onClose,
}: {
  readonly mapId: ParcoursId;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const [map, setMap] = useState<OpenedParcours | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isLive = true;
    openParcours(mapId).then(
      (opened) => (isLive ? setMap(opened) : undefined),
      (error: unknown) => (isLive ? setFailure(wordsFor(error)) : undefined),
    );
    return () => {
      isLive = false;
    };
  }, [mapId]);
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={name}
      description={words.openMapNote}
      closeLabel={strings.app.close}
    >
      <div className={styles.stack}>
        {failure === null ? null : <Alert>{failure}</Alert>}
        {map === null && failure === null ? (
          <div className={styles.loading}>
            <Spinner size={28} label={words.mapLoading} />
          </div>
        ) : null}
        {map === null ? null : <p>{map.description}</p>}
        {map?.places.length === 0 ? <p className={styles.hint}>{words.noStories}</p> : null}
        <ul className={styles.rows}>
          {map?.places.map(({ id, appelation, media, held }) => (
            <li key={id} className={styles.section}>
              <h3 className={styles.name}>{printName(appelation)}</h3>
              {held === 'hidden' ? <p className={styles.state}>{words.states.hidden}</p> : null}
              <StoryAudio media={media?.data ?? null} name={printName(appelation)} />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}
