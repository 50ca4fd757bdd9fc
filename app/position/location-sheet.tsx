import { BatteryMedium, Check, Compass, Crosshair, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { activateCompass, compass, restCompass } from './compass-service.ts';
import { improveAccuracy, location, saveEnergy } from './location.ts';
import styles from './location-sheet.module.css';
import { locationStrings } from './location-words.ts';

/** The accuracy of the position, the choice between accuracy and battery, and the compass if it needs permission. */
export function LocationSheet({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { status, fix, accuracy } = useSnapshot(location);
  const { status: compassStatus, headingDeg } = useSnapshot(compass);
  const describeAccuracy = (): string => {
    if (fix === null) return locationStrings.noAccuracy;
    return status === 'requesting' ? locationStrings.held : locationStrings.accuracy(fix.accuracyM);
  };
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={locationStrings.title} closeLabel={strings.app.close}>
      <div className={styles.body}>
        <p role="status">{describeAccuracy()}</p>
        <Choice
          isOn={accuracy === 'high'}
          label={locationStrings.improve}
          hint={locationStrings.improveHint}
          Icon={Crosshair}
          onChoose={improveAccuracy}
        />
        <Choice
          isOn={accuracy === 'low'}
          label={locationStrings.save}
          hint={locationStrings.saveHint}
          Icon={BatteryMedium}
          onChoose={() => {
            saveEnergy();
            restCompass();
          }}
        />
        {compassStatus === 'off' || compassStatus === 'refused' ? (
          <Choice
            label={locationStrings.compass}
            hint={compassStatus === 'refused' ? locationStrings.compassRefused : locationStrings.compassHint}
            Icon={Compass}
            onChoose={() => void activateCompass()}
          />
        ) : null}
        {headingDeg === null ? null : (
          <p className={styles.on}>
            <Compass size={18} aria-hidden />
            {locationStrings.compassOn}
          </p>
        )}
      </div>
    </Sheet>
  );
}

/** A button with a hint. `isOn` makes it a toggle. */
function Choice({
  isOn,
  label,
  hint,
  Icon,
  onChoose,
}: {
  readonly isOn?: boolean;
  readonly label: string;
  readonly hint: string;
  readonly Icon: LucideIcon;
  readonly onChoose: () => void;
}) {
  const id = useId();
  const ShownIcon = isOn === true ? Check : Icon;
  return (
    <div className={styles.choice}>
      <Button
        wide
        variant="secondary"
        className={isOn === true ? styles.chosen : undefined}
        aria-pressed={isOn}
        aria-describedby={id}
        icon={<ShownIcon size={18} aria-hidden />}
        onClick={onChoose}
      >
        {label}
      </Button>
      <p id={id} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
