import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../page/error-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { retryParcours } from '../parcours/parcours-list.ts';
import { loadPlaces, places } from '../places/places.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Alert, Notice } from '../ui/message.tsx';
import { formatMoment } from '../ui/number-words.ts';
import { useFocusHeir } from '../ui/use-focus-heir.ts';
import type { MapView } from './map-view.ts';
import { mapStrings } from './map-words.ts';
import styles from './places-alert.module.css';

/** Why places could not be loaded, or the date of stored ones, with a retry. Its focus then moves to the map. */
export function PlacesAlert({ view }: { readonly view: Pick<MapView, 'map'> | null }) {
  const { status, failure, seenMs } = useSnapshot(places);
  const [closedMs, setClosedMs] = useState<number | null>(null);
  const focusKeeper = useFocusHeir(() => view?.map.getCanvas() ?? null);
  if (status === 'failed') {
    return (
      <Alert
        action={
          <Button variant="quiet" {...focusKeeper} onClick={() => void retryPlaces()}>
            {mapStrings.retry}
          </Button>
        }
      >
        {mapStrings.placesFailed(wordsFor(failure))}
      </Alert>
    );
  }
  if (seenMs === null || seenMs === closedMs) return null;
  return (
    <Notice
      action={
        <>
          <IconButton
            label={mapStrings.retry}
            className={styles.act}
            icon={<RotateCcw size={18} aria-hidden />}
            {...focusKeeper}
            onClick={() => void retryPlaces()}
          />
          <IconButton
            label={mapStrings.dismiss}
            className={styles.act}
            icon={<X size={18} aria-hidden />}
            onClick={() => setClosedMs(seenMs)}
          />
        </>
      }
    >
      <strong>{offlineWords.seenPlaces(formatMoment(seenMs, 'medium'))}</strong> {offlineWords.storiesWait}
    </Notice>
  );
}

/** The list of parcours is loaded too, if it had no response. */
async function retryPlaces(): Promise<void> {
  await Promise.all([loadPlaces(), retryParcours()]);
}
