import { ChevronDown } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { formatTime } from '../platform/page/time.ts';
import { Conditions } from './conditions.tsx';
import { REHEARSAL_SPEED_MPS, rehearsal } from './rehearsal.ts';
import styles from './rehearsal-panel.module.css';
import { rehearsalStrings } from './rehearsal-words.ts';
import { RouteSection } from './route-section.tsx';
import type { ShownMap } from './shown-map.ts';

const words = rehearsalStrings;

/** The route and the settings of the walk. Once there is a result, both collapse into one line that can be opened. */
export function Setup({ view }: { readonly view: ShownMap | null }) {
  const { status, isDrawing, answer, name, lines, chosen, lengthM, settings, timesS, keepsPace } =
    useSnapshot(rehearsal);
  const { speedMps, noiseM } = settings;
  const leftOut = lines[chosen]?.leftOut ?? null;
  const note = leftOut !== null && <p className={styles.soft}>{words.leftOut(leftOut.count, leftOut.first)}</p>;
  if (answer === null) {
    return (
      <>
        <RouteSection view={view} />
        {note}
        {!isDrawing && status !== 'empty' && <Conditions />}
      </>
    );
  }
  const pace =
    timesS !== null && keepsPace
      ? words.paceAsRecorded(formatTime(answer.walkS))
      : words.paceValue(speedMps, speedMps > REHEARSAL_SPEED_MPS.walkersMost);
  return (
    <>
      <details className={styles.setup}>
        <summary>
          <span className={styles.outline}>
            <strong>{name ?? words.drawn}</strong>
            <span className={styles.soft}>{words.outline(lengthM, pace, noiseM)}</span>
          </span>
          <ChevronDown size={20} aria-hidden />
        </summary>
        <div className={styles.within}>
          <RouteSection view={view} />
          <Conditions />
        </div>
      </details>
      {note}
    </>
  );
}
