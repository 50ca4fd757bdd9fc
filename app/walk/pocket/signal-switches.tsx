import { useSnapshot } from 'valtio';
import { playSignal, unlockSignals } from '../../platform/audio/signals.ts';
import { PocketSignal } from '../../platform/storage/storage.ts';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { pocketStrings } from './pocket-words.ts';
import { signalSettings, switchSignal } from './signal-settings.ts';
import styles from './signal-switches.module.css';

/** A switch for each sound of pocket mode; switching one on plays it. */
export function SignalSwitches() {
  const { silenced } = useSnapshot(signalSettings);
  return (
    <>
      <p className={styles.hint}>{pocketStrings.signalsHint}</p>
      {PocketSignal.options.map((signal) => (
        <SwitchRow
          key={signal}
          label={pocketStrings.signalNames[signal]}
          checked={!silenced.includes(signal)}
          onChange={(isOn) => {
            switchSignal(signal, isOn);
            if (!isOn) return;
            unlockSignals();
            void playSignal(signal);
          }}
        />
      ))}
    </>
  );
}
