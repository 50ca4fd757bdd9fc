import { readDevice } from '../platform/page/device.ts';
import { deniedSteps } from './denied-steps.ts';
import styles from './location-overlay.module.css';

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
