import { BatteryMedium, Compass, Crosshair } from 'lucide-react';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { strings } from '../../platform/strings.ts';
import { activateCompass, compass, restCompass } from '../../state/compass.ts';
import { improveAccuracy, location, saveEnergy } from '../../state/location.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './location-sheet.module.css';

/** How well the position is known, and the choice between exactness and battery; the compass where it must be asked for. */
export function LocationSheet({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { status, fix, accuracy } = useSnapshot(location);
  const { status: compassStatus, headingDeg } = useSnapshot(compass);
  const id = useId();
  const known = (): string => {
    if (fix === null) return strings.location.noAccuracy;
    return status === 'requesting' ? strings.location.held : strings.location.accuracy(fix.accuracyM);
  };
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={strings.location.title} closeLabel={strings.app.close}>
      <div className={styles.body}>
        <p role="status">{known()}</p>
        <div className={styles.choice}>
          <Button
            wide
            variant={accuracy === 'high' ? 'primary' : 'secondary'}
            aria-pressed={accuracy === 'high'}
            aria-describedby={`${id}-improve`}
            icon={<Crosshair size={18} aria-hidden />}
            onClick={improveAccuracy}
          >
            {strings.location.improve}
          </Button>
          <p id={`${id}-improve`} className={styles.hint}>
            {strings.location.improveHint}
          </p>
        </div>
        <div className={styles.choice}>
          <Button
            wide
            variant={accuracy === 'low' ? 'primary' : 'secondary'}
            aria-pressed={accuracy === 'low'}
            aria-describedby={`${id}-save`}
            icon={<BatteryMedium size={18} aria-hidden />}
            onClick={() => {
              saveEnergy();
              restCompass();
            }}
          >
            {strings.location.save}
          </Button>
          <p id={`${id}-save`} className={styles.hint}>
            {strings.location.saveHint}
          </p>
        </div>
        {compassStatus === 'off' || compassStatus === 'refused' ? (
          <div className={styles.choice}>
            <Button
              wide
              variant="secondary"
              aria-describedby={`${id}-compass`}
              icon={<Compass size={18} aria-hidden />}
              onClick={() => void activateCompass()}
            >
              {strings.location.compass}
            </Button>
            <p id={`${id}-compass`} className={styles.hint}>
              {compassStatus === 'refused' ? strings.location.compassRefused : strings.location.compassHint}
            </p>
          </div>
        ) : null}
        {headingDeg === null ? null : (
          <p className={styles.on}>
            <Compass size={18} aria-hidden />
            {strings.location.compassOn}
          </p>
        )}
      </div>
    </Sheet>
  );
}
