import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { askToPersist, downloadPack, openPackSheet, packs } from '../../packs/packs.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { switchOfflineMode } from '../../page/offline.ts';
import { playSignal, unlockSignals } from '../../platform/audio/signals.ts';
import { requestLocation } from '../../position/location.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import typography from '../../ui/typography.module.css';
import { beginWalk } from '../listening.ts';
import { readySheet, showReadySheet } from '../walk-dialogs.ts';
import { walkStrings } from '../walk-words.ts';
import { countFaults, type Light, type LightAct, type LightLevel, makeLights, type ReadyFacts } from './lights.ts';
import styles from './ready.module.css';
import { describeFinding, readyStrings as words } from './ready-words.ts';
import { useReadyFacts } from './use-ready-facts.ts';

/** The check before a walk. `positionHelp` explains how to allow the position again after a denial. */
export function ReadySheet({ positionHelp }: { readonly positionHelp: ReactNode }) {
  const { isOpen } = useSnapshot(readySheet);
  return (
    <Sheet open={isOpen} onClose={() => showReadySheet(false)} title={words.title}>
      <ReadyCheck positionHelp={positionHelp} />
    </Sheet>
  );
}

/** The lights, and the button for the walk. `positionHelp` is shown while the position is denied. */
export function ReadyCheck({ positionHelp }: { readonly positionHelp: ReactNode }) {
  const [sound, setSound] = useState<ReadyFacts['sound']>('untested');
  const [isPlaying, setPlaying] = useState(false);
  const [facts, parcoursId] = useReadyFacts(sound);
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
    <div className={layout.stack4}>
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
                  onClick={light.act === 'test-sound' ? () => void testSound() : actOf(light.act, parcoursId)}
                >
                  {words.acts[light.act]}
                </Button>
              </div>
            )}
          </LightRow>
        ))}
      </ul>
      <div className={layout.stack2}>
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

const ICONS: Record<LightLevel, LucideIcon> = {
  good: CircleCheck,
  fair: TriangleAlert,
  bad: CircleAlert,
  pending: CircleDashed,
};

/** A light, whose shape and words convey the same as its colour. `children` are its actions. */
export function LightRow({ light, children }: { readonly light: Light; readonly children?: ReactNode }) {
  const { name, level, finding } = light;
  const Icon = ICONS[level];
  return (
    <li className={styles.light} data-level={level}>
      <Icon size={22} aria-hidden />
      <div className={styles.words}>
        <p className={styles.name}>
          <span>{words.names[name]}</span>
          <span className={styles.level}>{words.levels[level]}</span>
        </p>
        <p className={typography.hint}>{describeFinding(finding)}</p>
        {children}
      </div>
    </li>
  );
}

/** Returns the action of a light's button; the sound has its test beside it. */
export function actOf(act: Exclude<LightAct, 'test-sound'>, parcoursId: ParcoursId | undefined): () => void {
  const openPack = (): void => openPackSheet(parcoursId ?? null);
  switch (act) {
    case 'download':
    case 'follow':
      return openPack;
    case 'repair':
      return () => {
        if (parcoursId !== undefined) void downloadPack(parcoursId);
        openPack();
      };
    case 'go-online':
      return () => switchOfflineMode(false);
    case 'locate':
    case 'retry':
      return requestLocation;
    case 'persist':
      return async () => {
        await askToPersist();
        if (packs.isPersisted !== true) showNotice(words.storageRefused, { tone: 'info' });
      };
  }
}
