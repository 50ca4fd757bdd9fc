import { MoonStar, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../places/places.ts';
import { classNames } from '../ui/class-names.ts';
import { beginWalk, endWalk, listening } from './listening.ts';
import { NextNear } from './next-near.tsx';
import { enterPocket } from './pocket/pocket.ts';
import { pocketStrings } from './pocket/pocket-words.ts';
import { WalkLine } from './walk-line.tsx';
import styles from './walk-pill.module.css';
import { progressOf } from './walk-progress.ts';
import { WalkStart } from './walk-start.tsx';
import { walkStrings } from './walk-words.ts';

/** Starts and ends a walk: one button for audio-guide mode and autoplay together. */
export function WalkPill() {
  const { walk } = useSnapshot(listening);
  const button = useRef<HTMLButtonElement>(null);
  const wasToggled = useRef(false);
  // One button replaces the other and takes over its focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other button is rendered once the mode has changed.
  useEffect(() => {
    if (wasToggled.current) button.current?.focus();
    wasToggled.current = false;
  }, [walk.onSite]);

  const toggle = (): void => {
    wasToggled.current = true;
    if (walk.onSite) endWalk();
    else beginWalk();
  };
  if (!walk.onSite) {
    return <WalkStart startRef={button} onStart={toggle} />;
  }
  return (
    <div className={classNames(styles.pill, styles.on)}>
      <span className={styles.beat} aria-hidden />
      <span className={styles.words}>
        <WalkLine />
        <span className={styles.second}>
          <WalkCount />
          <NextNear />
        </span>
      </span>
      <button
        type="button"
        className={styles.pocket}
        aria-label={pocketStrings.enter}
        title={pocketStrings.enter}
        onClick={enterPocket}
      >
        <MoonStar size={18} aria-hidden />
        {pocketStrings.enterShort}
      </button>
      <button
        ref={button}
        type="button"
        className={styles.stop}
        aria-label={walkStrings.stop}
        title={walkStrings.stop}
        onClick={toggle}
      >
        <Square size={16} fill="currentcolor" aria-hidden />
      </button>
    </div>
  );
}

/** Number of stories heard. Renders nothing if there are none. */
function WalkCount() {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { heard, all } = progressOf(list, walk);
  if (all === 0) return null;
  return (
    <span className={styles.count}>
      <span className="visually-hidden">{walkStrings.progressOf} </span>
      {walkStrings.progress(heard, all)}
    </span>
  );
}
