import { Headphones, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { LocationStatus } from '../../contracts/vocabulary.ts';
import { places } from '../places/places.ts';
import { readDevice } from '../platform/page/device.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import emptyState from '../ui/empty-state.module.css';
import { English } from '../ui/english.tsx';
import { Hint } from '../ui/hint.tsx';
import layout from '../ui/layout.module.css';
import { Sheet } from '../ui/sheet.tsx';
import { listening } from '../walk/listening.ts';
import { listenFromHere } from '../walk/nearby/from-here.ts';
import { nearbyStrings as words } from '../walk/nearby/nearby-words.ts';
import { closeLocationOverlay, location, requestLocation } from './location.ts';
import styles from './location-overlay.module.css';
import type { LocationProblem } from './location-status.ts';
import { deniedSteps, describeProblem, locationStrings } from './location-words.ts';

/** Explains why there is no position and how to get one. Shown until it is closed. */
export function LocationOverlay() {
  const { status, problem, overlayClosed } = useSnapshot(location);
  const { list } = useSnapshot(places);
  const { onSite } = useSnapshot(listening).walk;
  if (status === 'active' || status === 'low_accuracy' || status === 'requesting') return null;
  const isListenable = status !== 'idle' && list.some(({ media }) => media !== null);
  // A person who wanted to walk still wants to listen.
  const isWalkLost = isListenable && onSite;
  return (
    <Sheet open={!overlayClosed} onClose={closeLocationOverlay} title={locationStrings[status]}>
      <div className={layout.stack3}>
        <span className={emptyState.icon} aria-hidden>
          <MapPin size={28} />
        </span>
        {isWalkLost && <ListenFromHere isMain />}
        {describe(status, problem)}
        {!isWalkLost && <Hint>{locationStrings.withoutPosition}</Hint>}
        {status !== 'unavailable' && (
          <Button wide variant={isWalkLost ? 'secondary' : 'primary'} onClick={requestLocation}>
            {status === 'idle' ? locationStrings.activate : strings.app.retry}
          </Button>
        )}
        {isListenable && !isWalkLost && <ListenFromHere isMain={false} />}
        <Button wide variant="secondary" onClick={closeLocationOverlay}>
          {locationStrings.later}
        </Button>
      </div>
    </Sheet>
  );
}

function describe(status: LocationStatus, problem: LocationProblem | null): ReactNode {
  const message = problem && <English>{describeProblem(problem, readDevice().isMobile)}</English>;
  if (status === 'error') return <p>{message ?? locationStrings.errorText}</p>;
  if (status === 'idle') return <p>{locationStrings.idleText}</p>;
  return (
    <>
      <p>{status === 'denied' ? locationStrings.deniedText : locationStrings.unavailableText}</p>
      {status === 'denied' && <DeniedHelp />}
      <p className={styles.said}>{message}</p>
    </>
  );
}

/**
 * The button to listen without a position. `isMain`, for people who wanted to walk, adds that this plays everything.
 */
export function ListenFromHere({ isMain }: { readonly isMain: boolean }) {
  return (
    <>
      {isMain && <p>{words.withoutPosition}</p>}
      <Button
        wide
        variant={isMain ? 'primary' : 'secondary'}
        icon={<Headphones size={18} aria-hidden />}
        onClick={listenFromHere}
      >
        {words.listenFromHere}
      </Button>
    </>
  );
}

/** Instructions to allow the position again; the steps for the person's own device come first. */
export function DeniedHelp() {
  return (
    <dl className={styles.steps}>
      {deniedSteps(readDevice()).map(({ title, steps }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{steps}</dd>
        </div>
      ))}
    </dl>
  );
}
