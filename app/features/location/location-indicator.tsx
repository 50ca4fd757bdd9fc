import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { LocationStatus } from '../../../contracts/vocabulary.ts';
import { rehearsalStrings } from '../../platform/strings/rehearsal.ts';
import { strings } from '../../platform/strings.ts';
import { location, openLocationOverlay } from '../../state/location.ts';
import styles from './location-indicator.module.css';
import { LocationSheet } from './location-sheet.tsx';

const WORDS: Readonly<Record<LocationStatus, string>> = {
  idle: strings.location.idle,
  requesting: strings.location.requesting,
  denied: strings.location.denied,
  error: strings.location.error,
  unavailable: strings.location.unavailable,
  low_accuracy: strings.location.lowAccuracy,
  active: strings.location.active,
};

/**
 * Says how well the position is known. A touch opens what can be done about it: the sheet with the accuracy and the
 * compass, or the overlay again, where something stands in the position's way.
 */
export function LocationIndicator() {
  const { status, fix, isFalse } = useSnapshot(location);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isServed = status === 'active' || status === 'low_accuracy' || status === 'requesting';
  if (isFalse) {
    return (
      <div role="status" className={styles.frame} data-status="false">
        <span className={styles.indicator}>
          {fix === null ? rehearsalStrings.falseWaiting : rehearsalStrings.falseActive}
        </span>
      </div>
    );
  }
  return (
    <>
      <div role="status" className={styles.frame} data-status={status}>
        <button
          type="button"
          className={styles.button}
          aria-haspopup="dialog"
          onClick={isServed ? () => setSheetOpen(true) : openLocationOverlay}
        >
          <span className={styles.indicator}>
            {WORDS[status]}
            <ChevronDown size={14} aria-hidden />
          </span>
        </button>
      </div>
      <LocationSheet open={isSheetOpen && isServed} onOpenChange={setSheetOpen} />
    </>
  );
}
