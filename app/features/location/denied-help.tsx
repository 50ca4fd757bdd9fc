import { type Device, readDevice } from '../../platform/page/device.ts';
import { locationStrings } from '../../words/location.ts';
import styles from './location-overlay.module.css';

interface Steps {
  readonly title: string;
  readonly steps: string;
}

const words = locationStrings;
const IOS: Steps = { title: words.iosTitle, steps: words.iosSteps };
const ANDROID: Steps = { title: words.androidTitle, steps: words.androidSteps };
const INSTALLED: Steps = { title: words.installedTitle, steps: words.installedSteps };
const DESKTOP: Steps = { title: words.desktopTitle, steps: words.desktopSteps };

/** How to allow the position again; the steps for the person's own device come first. */
export function DeniedHelp() {
  return (
    <dl className={styles.steps}>
      {stepsFor(readDevice()).map(({ title, steps }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{steps}</dd>
        </div>
      ))}
    </dl>
  );
}

function stepsFor({ system, isInstalled }: Device): readonly Steps[] {
  const own = isInstalled ? [INSTALLED] : [];
  if (system === 'desktop') return [...own, DESKTOP, IOS, ANDROID];
  return system === 'ios' ? [...own, IOS, ANDROID] : [...own, ANDROID, IOS];
}
