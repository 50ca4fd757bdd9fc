import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { LocationStatus } from '../../contracts/vocabulary.ts';
import { rehearsalStrings } from '../rehearsal/rehearsal-words.ts';
import { location, openLocationOverlay } from './location.ts';
import styles from './location-indicator.module.css';
import { LocationSheet } from './location-sheet.tsx';
import { locationStrings } from './location-words.ts';

const WORDS: Readonly<Record<LocationStatus, string>> = {
  idle: locationStrings.idle,
  requesting: locationStrings.requesting,
  denied: locationStrings.denied,
  error: locationStrings.error,
  unavailable: locationStrings.unavailable,
  low_accuracy: locationStrings.lowAccuracy,
  active: locationStrings.active,
};

/**
 * Shows the status of the position. A tap opens the sheet with the accuracy and the compass or, without a position, the
 * overlay again.
 */
export function LocationIndicator() {
  const { status, fix, isFalse } = useSnapshot(location);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const hasSheet = status === 'active' || status === 'low_accuracy' || status === 'requesting';
  // Closed permanently: it must not reopen by itself when the position returns.
  if (isSheetOpen && !hasSheet) setSheetOpen(false);
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
          onClick={hasSheet ? () => setSheetOpen(true) : openLocationOverlay}
        >
          <span className={styles.indicator}>
            {WORDS[status]}
            <ChevronDown size={14} aria-hidden />
          </span>
        </button>
      </div>
      <LocationSheet open={isSheetOpen} onOpenChange={setSheetOpen} />
    </>
  );
}
