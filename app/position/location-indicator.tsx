import { BatteryMedium, Check, ChevronDown, Compass, Crosshair, type LucideIcon, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { rehearsalStrings } from '../rehearsal/rehearsal-words.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Hint } from '../ui/hint.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { Sheet } from '../ui/sheet.tsx';
import { activateCompass, compass, dismissCompassOffer, restCompass } from './compass-service.ts';
import { improveAccuracy, location, openLocationOverlay, saveEnergy } from './location.ts';
import styles from './location-indicator.module.css';
import { locationStrings } from './location-words.ts';

/** The status of the position. A tap opens the sheet or, without a position, the overlay again. */
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
            {status === 'low_accuracy' ? locationStrings.lowAccuracy : locationStrings[status]}
            <ChevronDown size={14} aria-hidden />
          </span>
        </button>
      </div>
      <LocationSheet open={isSheetOpen} onClose={() => setSheetOpen(false)} />
    </>
  );
}

/** The accuracy of the position, the choice between accuracy and battery, and the compass if it needs permission. */
export function LocationSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { status, fix, accuracy } = useSnapshot(location);
  const { status: compassStatus, headingDeg } = useSnapshot(compass);
  const describeAccuracy = (): string => {
    if (fix === null) return locationStrings.noAccuracy;
    return status === 'requesting' ? locationStrings.held : locationStrings.accuracy(fix.accuracyM);
  };
  return (
    <Sheet open={open} onClose={onClose} title={locationStrings.title}>
      <div className={layout.stack4}>
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
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}

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
