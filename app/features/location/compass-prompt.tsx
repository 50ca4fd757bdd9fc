import { Compass, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { activateCompass, compass, dismissCompassOffer } from '../../state/position/compass-service.ts';
import { location } from '../../state/position/location.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { locationStrings } from '../../words/location.ts';
import { strings } from '../../words/strings.ts';
import styles from './compass-prompt.module.css';

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
