import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { LocationStatus } from '../../../contracts/vocabulary.ts';
import { locationWords } from '../../platform/strings/location.ts';
import { strings } from '../../platform/strings.ts';
import { closeLocationOverlay, location, requestLocation } from '../../state/location.ts';
import { Button } from '../../ui/button.tsx';
import { English } from '../../ui/english.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DeniedHelp } from './denied-help.tsx';
import styles from './location-overlay.module.css';

const TITLES: Partial<Record<LocationStatus, string>> = {
  idle: locationWords.idle,
  denied: locationWords.denied,
  error: locationWords.error,
  unavailable: locationWords.unavailable,
};

/** Says what stands between the walker and their position, and what to do about it. Shown until it is closed. */
export function LocationOverlay() {
  const { status, errorMessage, overlayClosed } = useSnapshot(location);
  const title = TITLES[status];
  if (title === undefined) return null;
  return (
    <Sheet
      open={!overlayClosed}
      onOpenChange={(open) => {
        if (!open) closeLocationOverlay();
      }}
      title={title}
      closeLabel={strings.app.close}
    >
      <div className={styles.body}>
        <span className={styles.icon} aria-hidden>
          <MapPin size={28} />
        </span>
        {describe(status, errorMessage)}
        <p className={styles.hint}>{locationWords.withoutPosition}</p>
        {status !== 'unavailable' && (
          <Button wide onClick={requestLocation}>
            {status === 'idle' ? locationWords.activate : strings.app.retry}
          </Button>
        )}
        <Button wide variant="secondary" onClick={closeLocationOverlay}>
          {locationWords.later}
        </Button>
      </div>
    </Sheet>
  );
}

function describe(status: LocationStatus, errorMessage: string | null): ReactNode {
  const said = errorMessage === null ? null : <English>{errorMessage}</English>;
  if (status === 'error') return <p>{said ?? locationWords.errorText}</p>;
  if (status === 'idle') return <p>{locationWords.idleText}</p>;
  return (
    <>
      <p>{status === 'denied' ? locationWords.deniedText : locationWords.unavailableText}</p>
      {status === 'denied' && <DeniedHelp />}
      <p className={styles.said}>{said}</p>
    </>
  );
}
