import { Footprints, ListChecks, RotateCcw } from 'lucide-react';
import type { Ref } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../../state/places/places.ts';
import { forgetHeard, listening } from '../../state/walk/listening.ts';
import { showReadySheet } from '../../state/walk/ready-sheet.ts';
import { askRestart } from '../../state/walk/restart-question.ts';
import { lastWalks } from '../../state/walk/walk-memory.ts';
import { findNextWalk } from '../../state/walk/walk-progress.ts';
import { walkStrings } from '../../words/listen/walk.ts';
import { readyStrings } from '../../words/ready.ts';
import styles from './walk-pill.module.css';

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
