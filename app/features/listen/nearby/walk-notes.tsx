import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { busy } from '../../../state/page/busy.ts';
import { places } from '../../../state/places/places.ts';
import { location } from '../../../state/position/location.ts';
import { listening } from '../../../state/walk/listening.ts';
import { farAway } from '../../../state/walk/nearby/far-away.ts';
import { tapped } from '../../../state/walk/nearby/tapped-place.ts';
import { nextPlace } from '../../../state/walk/next-place.ts';
import { printName } from '../../../words/untitled.ts';
import { FarCard } from './far-card.tsx';
import styles from './note.module.css';
import { SilenceLine } from './silence-line.tsx';
import { describeSilence } from './silence-words.ts';
import { TapOffer } from './tap-offer.tsx';
import { useSettled } from './use-settled.ts';
import { useSilence } from './use-silence.ts';

/** A reason is said once it has stood for so long: between two stories there are some that pass. */
const SILENCE_SETTLE_MS = 1500;

/**
 * What a walker may wonder about, one note at a time: the story of a place they tapped, that the parcours is far away, why
 * nothing plays.
 */
export function WalkNotes({
  isAway,
  onShowParcours,
}: {
  /** The map is being aimed, edited or rehearsed on, and shows nothing else. */
  readonly isAway: boolean;
  /** Null without a map. */
  readonly onShowParcours: (() => void) | null;
}) {
  const { list, mapIds } = useSnapshot(places);
  const { fix, isFalse } = useSnapshot(location);
  const { onSite, selected, heard } = useSnapshot(listening).walk;
  const { placeId: tappedId } = useSnapshot(tapped);
  const isRecording = useSnapshot(busy).works.includes('recording');
  const silence = useSilence();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const [wasOnSite, setWasOnSite] = useState(onSite);
  const far = useMemo(() => (fix === null || isFalse ? null : farAway(list, fix)), [list, fix, isFalse]);
  const farKey = mapIds.join();
  // Another walk may have another reason to tell.
  if (wasOnSite !== onSite) {
    setWasOnSite(onSite);
    setDismissed(dismissed.filter((key) => key === farKey));
  }

  const placeId = silence !== null && 'placeId' in silence ? silence.placeId : null;
  const name = printName(list.find(({ id }) => id === placeId)?.appelation ?? '');
  const isInPlayer = placeId !== null && placeId === selected;
  const words = silence === null ? null : describeSilence(silence, name, isInPlayer);
  const silenceKey = silence === null || words === null ? null : `${silence.why} ${placeId ?? ''}`;
  const isSettled = useSettled(silenceKey, SILENCE_SETTLE_MS);
  if (isAway || isRecording) return null;

  const offered = list.find(({ id }) => id === tappedId);
  const isFarShown = far !== null && !dismissed.includes(farKey);
  if (offered === undefined && isFarShown) {
    const next =
      selected === null
        ? (list.find(({ id, media }) => media !== null && !heard.includes(id)) ??
          list.find(({ media }) => media !== null))
        : nextPlace(list, selected);
    return (
      <FarCard
        way={far}
        next={next}
        isListening={selected !== null}
        onShowParcours={onShowParcours}
        onDismiss={() => setDismissed([...dismissed, farKey])}
      />
    );
  }
  const isSaid = isSettled && silenceKey !== null && !dismissed.includes(silenceKey);
  return (
    // Always in the page: a status that is added together with its text is not read aloud.
    <div role="status" className={styles.live}>
      {offered !== undefined ? (
        <TapOffer place={offered} />
      ) : (
        isSaid &&
        silence !== null &&
        words !== null && (
          <SilenceLine
            silence={silence}
            name={name}
            isInPlayer={isInPlayer}
            words={words}
            onDismiss={() => setDismissed([...dismissed, silenceKey])}
          />
        )
      )}
    </div>
  );
}
