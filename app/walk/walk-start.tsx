import { Footprints, ListChecks, RotateCcw } from 'lucide-react';
import type { Ref } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../places/places.ts';
import { forgetHeard, listening } from './listening.ts';
import { showReadySheet } from './ready/ready-sheet.state.ts';
import { readyStrings } from './ready/ready-words.ts';
import { askRestart } from './restart-question.ts';
import { lastWalks } from './walk-memory.ts';
import styles from './walk-pill.module.css';
import { findNextWalk } from './walk-progress.ts';
import { walkStrings } from './walk-words.ts';

/**
 * Begins a walk, continues an earlier one, or restarts it; beside it, a button to check whether everything is ready.
 */
export function WalkStart({
  startRef,
  onStart,
}: {
  readonly startRef: Ref<HTMLButtonElement>;
  readonly onStart: () => void;
}) {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { byMap } = useSnapshot(lastWalks);
  const next = findNextWalk(list, walk, byMap, Date.now());
  const { start: first, goOn, restart } = walkStrings;
  const label = { first, further: goOn(next), anew: restart }[next.way];
  const startAnew = (): void =>
    askRestart(() => {
      forgetHeard(list);
      onStart();
    });
  const Icon = next.isDone ? RotateCcw : Footprints;
  return (
    <div className={styles.offer}>
      <button ref={startRef} type="button" className={styles.pill} onClick={next.isDone ? startAnew : onStart}>
        <Icon size={20} aria-hidden />
        <span>{label}</span>
      </button>
      {next.isPartlyTold && (
        <button
          type="button"
          className={styles.ready}
          aria-label={walkStrings.restart}
          title={walkStrings.restart}
          aria-haspopup="dialog"
          onClick={() => askRestart(() => forgetHeard(list))}
        >
          <RotateCcw size={20} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={styles.ready}
        aria-label={readyStrings.openLong}
        title={readyStrings.openLong}
        aria-haspopup="dialog"
        onClick={() => showReadySheet(true)}
      >
        <ListChecks size={20} aria-hidden />
      </button>
    </div>
  );
}
