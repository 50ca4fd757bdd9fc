import { type ReactNode, useState } from 'react';
import { playSignal, unlockSignals } from '../../platform/audio/signals.ts';
import { Button } from '../../ui/button.tsx';
import { beginWalk } from '../listening.ts';
import { walkStrings } from '../walk-words.ts';
import { actOf } from './light-acts.ts';
import { LightRow } from './light-row.tsx';
import { countFaults, makeLights, type ReadyFacts } from './lights.ts';
import styles from './ready.module.css';
import { showReadySheet } from './ready-sheet.state.ts';
import { readyStrings as words } from './ready-words.ts';
import { useReadyFacts } from './use-ready-facts.ts';

/** The lights, and the button for the walk. `positionHelp` is shown while the position is denied. */
export function ReadyCheck({ positionHelp }: { readonly positionHelp: ReactNode }) {
  const [sound, setSound] = useState<ReadyFacts['sound']>('untested');
  const [isPlaying, setPlaying] = useState(false);
  const [facts, mapId] = useReadyFacts(sound);
  const lights = makeLights(facts);
  const faults = countFaults(lights);

  const testSound = async (): Promise<void> => {
    unlockSignals();
    setPlaying(true);
    await playSignal('test');
    setPlaying(false);
    setSound('asked');
  };
  return (
    <div className={styles.check}>
      <p className={styles.sum} aria-live="polite">
        {faults === null ? words.checking : faults === 0 ? words.allGood : words.toSee(faults)}
      </p>
      <ul className={styles.lights}>
        {lights.map((light) => (
          <LightRow key={light.name} light={light}>
            {light.name === 'position' && facts.position.status === 'denied' ? positionHelp : null}
            {light.name === 'sound' && sound === 'asked' ? (
              <div className={styles.acts}>
                <Button variant="secondary" onClick={() => setSound('heard')}>
                  {words.heard}
                </Button>
                <Button variant="secondary" onClick={() => setSound('silent')}>
                  {words.notHeard}
                </Button>
              </div>
            ) : light.act === null ? null : (
              <div className={styles.acts}>
                <Button
                  variant="secondary"
                  busy={light.name === 'sound' && isPlaying}
                  onClick={light.act === 'test-sound' ? () => void testSound() : actOf(light.act, mapId)}
                >
                  {words.acts[light.act]}
                </Button>
              </div>
            )}
          </LightRow>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button
          wide
          onClick={() => {
            showReadySheet(false);
            beginWalk();
          }}
        >
          {walkStrings.start}
        </Button>
        <Button wide variant="secondary" onClick={() => showReadySheet(false)}>
          {words.later}
        </Button>
      </div>
    </div>
  );
}
