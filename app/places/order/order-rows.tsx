import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { RowGrip, RowMoves } from '../../ui/row-moves.tsx';
import typography from '../../ui/typography.module.css';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { formatPlaceName } from '../place-words.ts';
import styles from './order.module.css';
import { orderStrings as words } from './order-words.ts';
import { type OrderedPlace, withPlaceAt } from './parcours-order.ts';

/** The heading between the places with a number and those without: what is dragged below it loses its number. */
const DIVIDER = 'unnumbered';

/** A part of a row that has the focus, and gets it back once rows have moved. */
interface FocusedPart {
  readonly row: string;
  readonly part: string;
}

/** Finds the part of a row that an element is; null for any other. */
function partOf(element: Element | null): FocusedPart | null {
  const part = element instanceof HTMLElement ? element.dataset.part : undefined;
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return part === undefined || row === undefined ? null : { row, part };
}

/** The places of a parcours, those with a number first; each can be dragged, moved by buttons, or given a number. */
export function OrderRows({
  list,
  order,
  onOrder,
  onTyping,
}: {
  readonly list: readonly OrderedPlace[];
  readonly order: readonly PlaceId[];
  readonly onOrder: (order: readonly PlaceId[]) => void;
  /** Called when a number is begun, and once it is applied. */
  readonly onTyping: (isTyping: boolean) => void;
}) {
  const rows = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const focused = useRef<FocusedPart | null>(null);
  const headingId = useId();
  const byId = new Map(list.map((place) => [place.id, place]));
  const unnumbered = list.filter(({ id }) => !order.includes(id));
  const nameOf = (id: PlaceId): string => formatPlaceName(byId.get(id)?.appelation ?? '');

  // The moved row left the document for a moment, and the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are rendered anew for each order.
  useLayoutEffect(() => {
    if (focused.current === null) return;
    const { row, part } = focused.current;
    focused.current = null;
    rows.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-part="${part}"]`)?.focus();
  }, [order]);

  /** Moves a place to an index among the numbered ones; null removes its number. */
  const move = (placeId: PlaceId, index: number | null): void => {
    const next = withPlaceAt(order, placeId, index);
    if (next.join() === order.join()) return;
    const at = next.indexOf(placeId);
    setSaid(words.moved(nameOf(placeId), at === -1 ? null : at + 1, next.length));
    onOrder(next);
  };
  const { dragged, handlers } = useRowDrag((row, index) => {
    const placeId = [...order, ...unnumbered.map(({ id }) => id)].find((id) => String(id) === row);
    if (placeId === undefined) return;
    const others = order.filter((id) => id !== placeId).length;
    move(placeId, index > others ? null : index);
  });

  const toRow = (placeId: PlaceId, step: number | null) => {
    const moveBy = (part: FocusedPart | null, index: number | null): void => {
      focused.current = part;
      move(placeId, index);
    };
    return (
      <OrderRow
        key={placeId}
        placeId={placeId}
        name={nameOf(placeId)}
        detail={detailOf(byId.get(placeId))}
        step={step}
        count={order.length}
        isDragged={dragged === String(placeId)}
        onMove={moveBy}
        onTyping={onTyping}
      />
    );
  };

  return (
    <div ref={rows} className={layout.stack2} {...handlers}>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {order.length === 0 ? (
        <Hint>{words.noneNumbered}</Hint>
      ) : (
        <ol className={styles.rows} aria-label={words.numbered}>
          {order.map((id, index) => toRow(id, index + 1))}
        </ol>
      )}
      <h3 id={headingId} data-row={DIVIDER} className={styles.divider}>
        {words.unnumbered}
      </h3>
      {unnumbered.length === 0 ? (
        <Hint>{words.allNumbered}</Hint>
      ) : (
        <ul className={styles.rows} aria-labelledby={headingId}>
          {unnumbered.map(({ id }) => toRow(id, null))}
        </ul>
      )}
    </div>
  );
}

function detailOf(place: OrderedPlace | undefined): string | null {
  if (place?.isPlanned === true) return words.planned;
  if (place?.held === 'waiting') return words.waiting;
  return place?.media === null ? words.noAudio : null;
}

interface OrderRowProps {
  readonly placeId: PlaceId;
  readonly name: string;
  readonly detail: string | null;
  /** Null without a number. */
  readonly step: number | null;
  readonly count: number;
  readonly isDragged: boolean;
  /** Moves it to an index from 0, or removes its number; the part, of this or another row, keeps the focus. */
  readonly onMove: (part: FocusedPart | null, index: number | null) => void;
  readonly onTyping: (isTyping: boolean) => void;
}

function OrderRow({ placeId, name, detail, step, count, isDragged, onMove, onTyping }: OrderRowProps) {
  // One without a number becomes the last one.
  const above = step === null ? count : step - 2;
  const below = step === count ? null : step;
  return (
    <li className={styles.row} data-row={placeId} data-dragged={isDragged || undefined}>
      <RowGrip />
      <NumberField name={name} step={step} count={count} onMove={onMove} onTyping={onTyping} />
      <span className={styles.words}>
        <span className={typography.breaks}>{name}</span>
        {detail === null ? null : (
          <Hint inline breaks>
            {detail}
          </Hint>
        )}
      </span>
      <RowMoves
        up={{
          label: words.up(name),
          isDisabled: step === 1,
          move: ({ currentTarget }) => onMove(partOf(currentTarget), above),
        }}
        down={{
          label: words.down(name),
          isDisabled: step === null,
          move: ({ currentTarget }) => onMove(partOf(currentTarget), below),
        }}
      />
    </li>
  );
}

/** The number of a place; another one moves it, none removes it from the order. Enter and leaving the field apply it. */
function NumberField({
  name,
  step,
  count,
  onMove,
  onTyping,
}: Pick<OrderRowProps, 'name' | 'step' | 'count' | 'onMove' | 'onTyping'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string | null): void => {
    setTyped(text);
    onTyping(text !== null);
  };
  /** @param next what has the focus afterwards */
  const apply = (next: Element | null): void => {
    if (typed === null) return;
    type(null);
    const text = typed.trim();
    const wanted = Number(text);
    if (text === '' && step !== null) onMove(partOf(next), null);
    if (!Number.isInteger(wanted) || wanted < 1 || wanted === step) return;
    onMove(partOf(next), Math.min(wanted - 1, count));
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      data-part="number"
      className={styles.number}
      aria-label={words.numberOf(name)}
      value={typed ?? step ?? ''}
      maxLength={4}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={({ relatedTarget }) => apply(relatedTarget)}
      onKeyDown={({ key, currentTarget }: KeyboardEvent) => {
        if (key === 'Enter') apply(currentTarget);
      }}
    />
  );
}
