import { Compass, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { locationWords } from '../../platform/strings/location.ts';
import { strings } from '../../platform/strings.ts';
import { activateCompass, compass, dismissCompassOffer } from '../../state/compass.ts';
import { location } from '../../state/location.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './compass-prompt.module.css';

/** Offers the compass where the device asks the person first, which only a tap may make it do: once there is a dot to turn. */
export function CompassPrompt() {
  const { isOffered } = useSnapshot(compass);
  const { fix } = useSnapshot(location);
  if (!isOffered || fix === null) return null;
  return (
    <section className={styles.prompt} aria-label={locationWords.compass}>
      <p>{locationWords.compassPrompt}</p>
      <IconButton label={strings.app.dismiss} icon={<X size={18} aria-hidden />} onClick={dismissCompassOffer} />
      <Button
        variant="secondary"
        className={styles.act}
        icon={<Compass size={18} aria-hidden />}
        onClick={() => void activateCompass()}
      >
        {locationWords.compass}
      </Button>
    </section>
  );
}
