import { type KeyboardEvent, memo, useCallback, useRef, useState } from 'react';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { formatTime } from '../../platform/page/time.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Hint } from '../../ui/hint.tsx';
import { formatDay } from '../../ui/number-words.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import typography from '../../ui/typography.module.css';
import { useLanguage } from '../../ui/use-language.ts';
import { formatPlaceName } from '../place-words.ts';
import type { ManagedPlace } from './managed-places.ts';
import styles from './many.module.css';
import { manyStrings as words } from './many-words.ts';

/** How far a key moves the focus in the list. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Places with checkboxes. Tab comes to one of them, arrows go on; with Shift, a click or an arrow gives all from the last
 * changed one the same choice.
 */
export function ManagedRows({
  list,
  chosen,
  onChoose,
}: {
  readonly list: readonly ManagedPlace[];
  readonly chosen: ReadonlySet<PlaceId>;
  readonly onChoose: (ids: readonly PlaceId[], isChosen: boolean) => void;
}) {
  const rows = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState<PlaceId | null>(null);
  const anchor = useRef<PlaceId | null>(null);
  const isRange = useRef(false);
  const stopAt = Math.max(0, indexOf(list, stop));

  const choose = (id: PlaceId, isChosen: boolean, withRange: boolean): void => {
    const [from, to] = [indexOf(list, anchor.current), indexOf(list, id)];
    const range = withRange && from !== -1 ? list.slice(Math.min(from, to), Math.max(from, to) + 1) : [list[to]];
    anchor.current = id;
    onChoose(
      range.flatMap((place) => place?.id ?? []),
      isChosen,
    );
  };
  const latest = useRef(choose);
  latest.current = choose;
  const change = useCallback((id: PlaceId, isChosen: boolean) => latest.current(id, isChosen, isRange.current), []);

  const goOn = (event: KeyboardEvent): void => {
    isRange.current = event.shiftKey;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onChoose(
        list.map(({ id }) => id),
        true,
      );
      return;
    }
    const by = STEPS[event.key];
    const [from, to] = [list[stopAt], list[Math.min(list.length - 1, Math.max(0, stopAt + (by ?? 0)))]];
    if (by === undefined || from === undefined || to === undefined) return;
    event.preventDefault();
    if (event.shiftKey) {
      anchor.current = from.id;
      choose(to.id, chosen.has(from.id), true);
    }
    setStop(to.id);
    rows.current?.querySelector<HTMLElement>(`[data-row="${to.id}"] input`)?.focus();
  };

  return (
    <ul
      ref={rows}
      className={styles.list}
      aria-label={words.list}
      onKeyDown={goOn}
      onMouseDown={({ shiftKey }) => {
        isRange.current = shiftKey;
      }}
    >
      {list.map((place, at) => (
        <ManagedRow
          key={place.id}
          place={place}
          isChosen={chosen.has(place.id)}
          isStop={at === stopAt}
          onFocus={setStop}
          onChange={change}
        />
      ))}
    </ul>
  );
}

function indexOf(list: readonly ManagedPlace[], id: PlaceId | null): number {
  return list.findIndex((place) => place.id === id);
}

interface RowProps {
  readonly place: ManagedPlace;
  readonly isChosen: boolean;
  /** Whether Tab comes to it. */
  readonly isStop: boolean;
  readonly onFocus: (id: PlaceId) => void;
  readonly onChange: (id: PlaceId, isChosen: boolean) => void;
}

/** Rendered anew only when it looks different: a choice among hundreds of rows responds at once. */
const ManagedRow = memo(function ManagedRow({ place, isChosen, isStop, onFocus, onChange }: RowProps) {
  useLanguage();
  const { id, name, step, state } = place;
  return (
    <li data-row={id} className={styles.row}>
      <Checkbox
        checked={isChosen}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(id)}
        onChange={({ target }) => onChange(id, target.checked)}
        label={
          <span className={styles.words}>
            <span className={typography.breaks}>
              {step === null ? '' : `${step}. `}
              {formatPlaceName(name)}
            </span>
            <Hint inline breaks>
              {detailOf(place)}
            </Hint>
          </span>
        }
      />
      <StateChip state={state === 'refused' ? 'hidden' : state} label={words.states[state]} />
    </li>
  );
});

function detailOf({ author, createdMs, soundS, asked }: ManagedPlace): string {
  const sound = soundS === null ? words.noSound : soundS === 0 ? words.withSound : formatTime(soundS);
  const origin = createdMs === null ? [] : [author?.name ?? words.gone, formatDay(createdMs)];
  return [...origin, sound, ...(asked === null ? [] : [words.asked(asked.name)])].join(' · ');
}
