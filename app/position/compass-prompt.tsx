import { Compass, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './compass-prompt.module.css';
import { activateCompass, compass, dismissCompassOffer } from './compass-service.ts';
import { location } from './location.ts';
import { locationStrings } from './location-words.ts';

/** Once a position is shown, offers the compass on devices that need a tap before they ask for permission. */
export function CompassPrompt() {
  const { isOffered } = useSnapshot(compass);
  const { fix, isFalse } = useSnapshot(location);
  if (!isOffered || fix === null || isFalse) return null;
  return (
    <section className={styles.prompt} aria-label={locationStrings.compass}>
      <p>{locationStrings.compassPrompt}</p>
      <IconButton label={strings.app.dismiss} icon={<X size={18} aria-hidden />} onClick={dismissCompassOffer} />
      <Button
        variant="secondary"
        className={styles.act}
        icon={<Compass size={18} aria-hidden />}
        onClick={() => void activateCompass()}
      >
        {locationStrings.compass}
      </Button>
    </section>
  );
}
