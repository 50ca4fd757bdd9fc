import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { playSignal, unlockSignals } from '../../platform/audio/signals.ts';
import { askToPersist, downloadPack, openPackSheet } from '../../state/packs/packs.ts';
import { switchOfflineMode } from '../../state/page/offline.ts';
import { requestLocation } from '../../state/position/location.ts';
import { startWalk } from '../../state/walk/listening.ts';
import { readySheet, showReadySheet } from '../../state/walk/ready-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { readyStrings as words } from '../../words/ready.ts';
import { strings } from '../../words/strings.ts';
import { LightRow } from './light-row.tsx';
import { countFaults, type LightAct, makeLights, type ReadyFacts } from './lights.ts';
import styles from './ready.module.css';
import { useReadyFacts } from './use-ready-facts.ts';

/** The check before a walk. `positionHelp` says how to allow the position again after a refusal. */
export function ReadySheet({ positionHelp }: { readonly positionHelp: ReactNode }) {
  const { isOpen } = useSnapshot(readySheet);
  return (
    <Sheet open={isOpen} onOpenChange={showReadySheet} title={words.title} closeLabel={strings.app.close}>
      <ReadyCheck positionHelp={positionHelp} />
    </Sheet>
  );
}

function ReadyCheck({ positionHelp }: { readonly positionHelp: ReactNode }) {
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
  const acts: Record<LightAct, () => void> = {
    download: () => openPackSheet(mapId ?? null),
    follow: () => openPackSheet(mapId ?? null),
    repair: () => {
      if (mapId !== undefined) void downloadPack(mapId);
      openPackSheet(mapId ?? null);
    },
    'go-online': () => switchOfflineMode(false),
    locate: requestLocation,
    retry: requestLocation,
    'test-sound': () => void testSound(),
    persist: () => void askToPersist(),
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
                <Button variant="secondary" busy={light.name === 'sound' && isPlaying} onClick={acts[light.act]}>
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
            startWalk();
          }}
        >
          {strings.walk.start}
        </Button>
        <Button wide variant="secondary" onClick={() => showReadySheet(false)}>
          {words.later}
        </Button>
      </div>
    </div>
  );
}
