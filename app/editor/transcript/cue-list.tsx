import { type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import type { Cue } from '../../../contracts/web-vtt.ts';
import { watchSizes } from '../../platform/page/element-observers.ts';
import { inScope } from '../../platform/scope.ts';
import { classNames } from '../../ui/class-names.ts';
import { writtenIn } from '../../ui/written-in.ts';
import type { Cues } from './cue-edits.ts';
import styles from './transcript.module.css';
import { formatCueTime, transcriptStrings as words } from './transcript-words.ts';

/** Rows that are drawn above and below those in sight, for quick fingers. */
const SPARE_ROWS = 4;

/**
 * The cues as a list box, of which only the rows in sight, and the selected one, are in the page: there may be thousands.
 *
 * @param said index of the cue that sounds, or did last; -1 for none
 */
export function CueList({
  id,
  cues,
  selected,
  said,
  language,
  onSelect,
}: {
  readonly id: string;
  readonly cues: Cues;
  readonly selected: number;
  readonly said: number;
  readonly language: string;
  readonly onSelect: (index: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [{ first, last }, setSight] = useState({ first: 0, last: 2 * SPARE_ROWS });
  const count = cues.length;
  const look = (): void => {
    const rowPx = rowHeightPx(list.current, count);
    if (list.current === null || rowPx === 0) return;
    const { scrollTop, clientHeight } = list.current;
    // In steps, so that most scrolling changes nothing.
    const top = Math.floor(scrollTop / rowPx / SPARE_ROWS) * SPARE_ROWS - SPARE_ROWS;
    const rows = Math.ceil(clientHeight / rowPx / SPARE_ROWS) * SPARE_ROWS + 3 * SPARE_ROWS;
    setSight((sight) => (sight.first === top && sight.last === top + rows ? sight : { first: top, last: top + rows }));
  };
  const latestLook = useRef(look);
  useEffect(() => {
    latestLook.current = look;
  });
  useEffect(() => {
    const element = list.current;
    return element === null ? undefined : inScope((scope) => watchSizes(scope, [element], () => latestLook.current()));
  }, []);
  useEffect(() => {
    showRow(list.current, selected, count);
  }, [selected, count]);

  const shown = range(Math.max(0, first), Math.min(count, last));
  if (selected < count && !shown.includes(selected)) shown.push(selected);
  const choose = ({ target }: MouseEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    if (row !== null) onSelect(Number(row.dataset.index));
  };
  return (
    // The keys are those of the whole editor, which listens around it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={0}
      className={styles.list}
      aria-label={words.list}
      aria-activedescendant={count === 0 ? undefined : `${id}-${selected}`}
      data-scrolls
      onScroll={look}
      onClick={choose}
    >
      <div role="presentation" className={styles.rows} style={{ height: `calc(${count} * var(--row))` }}>
        {shown.map((index) => {
          const cue = cues[index];
          return cue === undefined ? null : (
            <Row
              key={index}
              id={`${id}-${index}`}
              cue={cue}
              index={index}
              count={count}
              isSelected={index === selected}
              isSaid={index === said}
              language={language}
            />
          );
        })}
      </div>
    </div>
  );
}

const Row = memo(function Row({
  id,
  cue,
  index,
  count,
  isSelected,
  isSaid,
  language,
}: {
  readonly id: string;
  readonly cue: Cue;
  readonly index: number;
  readonly count: number;
  readonly isSelected: boolean;
  readonly isSaid: boolean;
  readonly language: string;
}) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      className={classNames(styles.row, isSaid && styles.said)}
      style={{ top: `calc(${index} * var(--row))` }}
    >
      <span className={styles.rowHead}>
        {words.span(formatCueTime(cue.startMs), formatCueTime(cue.endMs))}
        {cue.isMachine === true && <span className={styles.machine}>{words.machine}</span>}
      </span>
      <span className={styles.rowText} {...(cue.text === '' ? {} : writtenIn(language))}>
        {cue.voice === undefined ? '' : `${cue.voice} – `}
        {cue.text === '' ? words.untold : cue.text}
      </span>
    </div>
  );
});

function rowHeightPx(list: HTMLElement | null, count: number): number {
  return count === 0 ? 0 : (list?.firstElementChild?.clientHeight ?? 0) / count;
}

/** Scrolls as far as is needed to show a row. */
function showRow(list: HTMLElement | null, index: number, count: number): void {
  const rowPx = rowHeightPx(list, count);
  if (list === null) return;
  const { scrollTop, clientHeight } = list;
  const top = index * rowPx;
  if (top < scrollTop) list.scrollTop = top;
  else if (top + rowPx > scrollTop + clientHeight) list.scrollTop = top + rowPx - clientHeight;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
