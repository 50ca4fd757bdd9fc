import { Circle, Hexagon, Spline } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../contracts/geo.ts';
import type { Place } from '../../contracts/place.ts';
import { fillStrings } from '../drops/fill/fill-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { inOrder } from '../places/order/in-order.ts';
import { formatNumberedName, formatPlaceName } from '../places/place-words.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import layout from '../ui/layout.module.css';
import { PlaceRow, PlaceRowList } from '../ui/place-row.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { StateChip } from '../ui/state-chip.tsx';
import typography from '../ui/typography.module.css';
import { type EditorSlots, type EditorSurface, showShape } from './editor-surface.ts';
import { editorStrings } from './editor-words.ts';
import { editPending, editPlace, editPlanned, placeEditor, startDrawing } from './place-editor.ts';
import styles from './place-rows.module.css';
import { type EditorPlaces, useEditorPlaces } from './use-editor-places.ts';

const words = editorStrings;

const listTools = () =>
  [
    { mode: 'draw_polygon', name: words.drawing.polygon, label: words.drawPolygon, Icon: Hexagon },
    { mode: 'draw_point', name: words.drawing.point, label: words.drawPoint, Icon: Circle },
    { mode: 'draw_line_string', name: words.drawing.line, label: words.drawLine, Icon: Spline },
  ] as const;

/** The drawing tools, the pending shapes, and all places of the map that is drawn on. */
export function PlaceRows({
  surface,
  renderBelowList,
}: Pick<EditorSlots, 'renderBelowList'> & { readonly surface: EditorSurface | null }) {
  const { list, pending, planned, status, mayDraw, parcoursId } = useEditorPlaces();
  const { draft } = useSnapshot(placeEditor);
  const rows = useRef<HTMLDivElement>(null);

  // The closed draft had the focus, or the pressed row of the list that was here. Scrolling would hide the alert above.
  useEffect(() => {
    if (document.activeElement === document.body) (openRow(rows) ?? rows.current)?.focus({ preventScroll: true });
  }, []);

  const key = draft?.key;
  useEffect(() => {
    if (key !== undefined) openRow(rows)?.scrollIntoView({ block: 'nearest' });
  }, [key]);

  return (
    <div ref={rows} className={layout.stack2} tabIndex={-1}>
      {mayDraw ? (
        <fieldset className={styles.tools}>
          <legend className="visually-hidden">{words.draw}</legend>
          {listTools().map(({ mode, name, label, Icon }) => (
            <Button
              key={mode}
              variant="secondary"
              icon={<Icon size={18} aria-hidden />}
              aria-label={name}
              onClick={() => startDrawing(mode)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      ) : (
        <p className={typography.hint}>{words.mayNotDraw}</p>
      )}
      {list.length + pending.length + planned.length === 0 ? (
        <NoPlaces status={status} mayDraw={mayDraw} />
      ) : (
        <PlaceRowList>
          {pending.map(({ id, title, geometry }) => (
            <Row
              key={id}
              name={formatPlaceName(title)}
              isPending
              isOpen={draft?.key === id}
              surface={surface}
              shape={geometry}
              onOpen={() => editPending(id)}
            />
          ))}
          {inOrder<(typeof planned)[number] | (typeof list)[number]>([...planned, ...list]).map((place) => {
            const isPlanned = 'filledBy' in place;
            return (
              <Row
                key={place.id}
                name={formatNumberedName(place)}
                isOpen={(isPlanned ? draft?.plannedId : draft?.placeId) === place.id}
                state={isPlanned ? place.state : stateOf(place)}
                surface={surface}
                shape={place.feature}
                onOpen={() => (isPlanned ? editPlanned(place.id) : editPlace(place.id))}
              />
            );
          })}
        </PlaceRowList>
      )}
      {list.length + planned.length > 1 && parcoursId !== null && renderBelowList?.(parcoursId)}
    </div>
  );
}

/** Returns the row of the open place. */
function openRow(rows: RefObject<HTMLElement | null>): HTMLElement | null {
  return rows.current?.querySelector<HTMLElement>('[aria-current]') ?? null;
}

function NoPlaces({ status, mayDraw }: Pick<EditorPlaces, 'status' | 'mayDraw'>) {
  if (status === 'failed')
    return <EmptyState title={offlineWords.placesUnknown} hint={offlineWords.placesUnknownHint} />;
  if (status !== 'ready') return <Spinner label={offlineWords.placesLoading} />;
  return <EmptyState title={words.empty} {...(mayDraw ? { hint: words.emptyHint } : {})} />;
}

/** Returns the state of a place; null for one that is public without audio. */
function stateOf({ held, media }: Place): keyof typeof fillStrings.states | null {
  if (held === 'waiting' || held === 'hidden') return held;
  return media === null ? null : 'published';
}

interface RowProps {
  readonly name: string;
  readonly state?: keyof typeof fillStrings.states | null;
  readonly isPending?: boolean;
  /** Whether it is open in the editor, beside the list. */
  readonly isOpen: boolean;
  readonly surface: EditorSurface | null;
  readonly shape: Geometry;
  readonly onOpen: () => void;
}

function Row({ name, state = null, isPending = false, isOpen, surface, shape, onOpen }: RowProps) {
  const isPoint = shape.type === 'Point';
  const Icon = isPoint ? Circle : Hexagon;
  return (
    <PlaceRow
      icon={<Icon size={18} role="img" aria-label={isPoint ? words.point : words.polygon} />}
      name={name}
      className={styles.row}
      data-pending={isPending || undefined}
      aria-current={isOpen || undefined}
      onClick={() => {
        onOpen();
        showShape(surface, shape);
      }}
    >
      {isPending && <span className={styles.pending}>{words.pending}</span>}
      {state !== null && <StateChip state={state} label={fillStrings.states[state]} />}
    </PlaceRow>
  );
}
