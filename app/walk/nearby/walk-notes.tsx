import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { busy } from '../../page/busy.ts';
import { screenWake } from '../../page/screen-wake.ts';
import { places } from '../../places/places.ts';
import { storage } from '../../platform/storage/storage.ts';
import { picked } from '../../tellings/picked.ts';
import { listening } from '../listening.ts';
import { pocketStrings } from '../pocket/pocket-words.ts';
import { fromHere } from './from-here.ts';
import styles from './note.module.css';
import { FarCard, Note, TapOffer, useFarWay, useHasCome } from './note-cards.tsx';
import { SilenceLine, useSilenceNote } from './silence-line.tsx';
import { tapped } from './tapped-place.ts';

/** Notes, one at a time: the tapped place, a parcours far away, why nothing plays, a device that will lock itself. */
export function WalkNotes({
  isAway,
  onShowParcours,
}: {
  /** Whether the map is being aimed, edited or rehearsed on, and shows nothing else. */
  readonly isAway: boolean;
  /** Null without a map. */
  readonly onShowParcours: (() => void) | null;
}) {
  const { list } = useSnapshot(picked);
  const { parcoursIds } = useSnapshot(places);
  const { onSite, selected } = useSnapshot(listening).walk;
  const { placeId: tappedId } = useSnapshot(tapped);
  const isRecording = useSnapshot(busy).works.includes('recording');
  const { isOn: isFromHere } = useSnapshot(fromHere);
  const { lock } = useSnapshot(screenWake);
  const note = useSilenceNote();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const [isScreenKnown, setScreenKnown] = useState(() => storage.read('screenNoteClosed'));
  const [dismissedFar, setDismissedFar] = useState<readonly string[]>([]);
  // On a walk the controls show where the next place is, as long as it is within walking distance.
  const far = useFarWay(!onSite);
  const isThere = useHasCome();
  const farKey = [...parcoursIds].sort((a, b) => a - b).join();
  const [before, setBefore] = useState({ onSite, isThere });
  if (before.onSite !== onSite || before.isThere !== isThere) {
    setBefore({ onSite, isThere });
    // Another walk may have another reason for its silence.
    if (before.onSite !== onSite) setDismissed([]);
    // Undoes the card's dismissal on arrival and at the start of a walk, so that it appears again when far away.
    if ((isThere && !before.isThere) || (onSite && !before.onSite))
      setDismissedFar(dismissedFar.filter((key) => key !== farKey));
  }

  if (isAway || isRecording) return null;

  const offered = list.find(({ id }) => id === tappedId);
  // A story in the player shows itself what follows it, but not that the walk leads nowhere.
  const isTold = selected !== null && !(onSite && far !== null);
  const isFarShown = (far !== null || isFromHere) && !isTold && !dismissedFar.includes(farKey);
  if (offered === undefined && isFarShown) {
    return (
      <FarCard
        way={far}
        hasStories={list.some(({ media }) => media !== null)}
        onShowParcours={onShowParcours}
        onDismiss={() => setDismissedFar([...dismissedFar, farKey])}
      />
    );
  }
  const isSaid = note !== null && !dismissed.includes(note.key);
  const dismiss = (key: string): void => setDismissed([...dismissed, key]);
  const dismissScreen = (): void => {
    storage.write('screenNoteClosed', true);
    setScreenKnown(true);
  };
  return (
    // Always in the page, because a status that is added together with its text is not read aloud.
    <div role="status" className={styles.live}>
      {offered !== undefined ? (
        <TapOffer place={offered} />
      ) : (
        <>
          {isSaid && <SilenceLine note={note} onDismiss={() => dismiss(note.key)} />}
          {!isSaid && onSite && lock === 'refused' && !isScreenKnown && (
            <Note label={pocketStrings.screenLabel} onDismiss={dismissScreen}>
              <p className={styles.text}>{pocketStrings.screenMayTurnOff}</p>
            </Note>
          )}
        </>
      )}
    </div>
  );
}
