import { Captions, Image, type LucideIcon, Plus, TextQuote, Type, Volume2 } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { tellingCalls } from '../../../contracts/calls/telling-calls.ts';
import type { Place } from '../../../contracts/place.ts';
import {
  type ParcoursWords,
  type PlaceWords,
  readTellingCode,
  type TellingKey,
  tellingCode,
} from '../../../contracts/telling.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { inOrder, withSteps } from '../../places/order/in-order.ts';
import { formatNumberedName } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { plan } from '../../places/plan.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../ui/use-action.ts';
import { useGrowingCount } from '../../ui/use-growing-count.ts';
import { useLanguage } from '../../ui/use-language.ts';
import { type Cell, type MissingTable, PARTS, type Part, type PartState, tableOf, undoneOf } from './missing-parts.ts';
import { type RenderSound, TellingsSheet } from './tellings-sheet.tsx';
import { tellingsStrings } from './tellings-words.ts';
import { AddForm } from './version-picker.tsx';
import { nameVersion } from './version-words.ts';
import styles from './versions.module.css';

const words = tellingsStrings.table;

addCalls(tellingCalls);

async function readWords(mapId: ParcoursId): Promise<ParcoursWords> {
  return (await call('readWords', { params: { mapId } })).words;
}

/** A version of a place that is open. */
interface OpenCell {
  readonly place: Place;
  readonly key: TellingKey;
}

/** What the places of a parcours lack in each version: a cell opens the texts of that version. */
export function VersionsSheet({
  parcoursId,
  renderSound,
  onClose,
}: {
  readonly parcoursId: ParcoursId;
  readonly renderSound: RenderSound;
  readonly onClose: () => void;
}) {
  const { value, failure, retry } = useLoad(useCallback(() => readWords(parcoursId), [parcoursId]));
  return (
    <Sheet isWide title={words.title} onClose={onClose}>
      {value === undefined && failure === undefined && (
        <div className={layout.loading}>
          <Spinner size={28} label={words.loading} />
        </div>
      )}
      {failure !== undefined && <RetryAlert onRetry={retry}>{words.failed(wordsFor(failure))}</RetryAlert>}
      {value !== undefined && <Versions loaded={value} renderSound={renderSound} />}
    </Sheet>
  );
}

function Versions({ loaded, renderSound }: { readonly loaded: ParcoursWords; readonly renderSound: RenderSound }) {
  const { list } = useSnapshot(places);
  const { steps } = useSnapshot(plan);
  /** What was changed since it was loaded, by place. */
  const [changed, setChanged] = useState<ReadonlyMap<PlaceId, PlaceWords>>(new Map());
  const [added, setAdded] = useState<readonly TellingKey[]>([]);
  const [isAdding, setAdding] = useState(false);
  const [hidesComplete, setHidesComplete] = useState(false);
  const [open, setOpen] = useState<OpenCell | null>(null);
  const first = loaded.about.language;
  const table = useMemo(() => {
    const own = list.filter(({ map, draft }) => map.id === loaded.id && draft !== true);
    const known = loaded.places.filter(({ id }) => !changed.has(id));
    return tableOf(inOrder(withSteps(own, steps)), [...known, ...changed.values()], first, added);
  }, [list, steps, loaded, changed, added, first]);
  const openCell = useCallback(
    (placeId: PlaceId, key: TellingKey) => {
      const place = list.find(({ id }) => id === placeId);
      if (place !== undefined) setOpen({ place, key });
    },
    [list],
  );
  if (table.rows.length === 0) return <EmptyState title={words.empty} hint={words.emptyHint} />;

  const close = (said: PlaceWords | null): void => {
    setOpen(null);
    if (said !== null) setChanged((before) => new Map([...before, [said.id, said]]));
  };
  return (
    <div className={layout.stack3}>
      <p role="status" className={styles.total}>
        {words.missing(table.missing, table.incomplete)}
      </p>
      <Checkbox
        label={words.onlyMissing}
        checked={hidesComplete}
        onChange={({ target }) => setHidesComplete(target.checked)}
      />
      {isAdding ? (
        <AddForm
          first={first}
          onAdd={(code) => {
            setAdding(false);
            setAdded([...added, readTellingCode(code)]);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div>
          <Button variant="secondary" icon={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {words.addVersion}
          </Button>
        </div>
      )}
      <Legend />
      <VersionsTable table={table} first={first} hidesComplete={hidesComplete} onOpen={openCell} />
      {open !== null && <TellingsSheet place={open.place} start={open.key} renderSound={renderSound} onClose={close} />}
    </div>
  );
}

/** Drawn once, and used by each cell: hundreds of places have thousands of them. */
const ICONS: Readonly<Record<Part, LucideIcon>> = {
  name: Type,
  text: TextQuote,
  sound: Volume2,
  transcript: Captions,
  pictures: Image,
};

const SHOWN_STATES = ['there', 'draft', 'missing'] as const satisfies readonly PartState[];

function Legend() {
  return (
    // The cells say it in words.
    <div className={styles.legend} aria-hidden>
      <svg width="0" height="0" aria-hidden className={styles.shapes}>
        {PARTS.map((part) => {
          const Icon = ICONS[part];
          return (
            <symbol key={part} id={`part-${part}`} viewBox="0 0 24 24">
              <Icon size={24} />
            </symbol>
          );
        })}
      </svg>
      {PARTS.map((part) => (
        <span key={part}>
          <PartIcon part={part} state="unneeded" />
          {words.parts[part]}
        </span>
      ))}
      {SHOWN_STATES.map((state) => (
        <span key={state}>
          <PartIcon part="text" state={state} />
          {words.states[state]}
        </span>
      ))}
    </div>
  );
}

function PartIcon({ part, state }: { readonly part: Part; readonly state: PartState }) {
  return (
    <svg className={styles.part} data-state={state} aria-hidden>
      <use href={`#part-${part}`} />
    </svg>
  );
}

/** Rows that are added at a time: more than a phone shows, and a few milliseconds of work. */
const ROWS_AT_ONCE = 20;

const VersionsTable = memo(function VersionsTable({
  table,
  first,
  hidesComplete,
  onOpen,
}: {
  readonly table: MissingTable;
  readonly first: string;
  readonly hidesComplete: boolean;
  readonly onOpen: (placeId: PlaceId, key: TellingKey) => void;
}) {
  const language = useLanguage();
  const { versions, rows } = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are in the language shown.
  const names = useMemo(() => versions.map((key) => nameVersion(key, first)), [versions, first, language]);
  const shown = hidesComplete ? rows.filter(({ cells }) => cells.some((cell) => undoneOf(cell).length > 0)) : rows;
  const count = useGrowingCount(shown.length, ROWS_AT_ONCE);
  if (shown.length === 0) return <p>{words.noneMissing}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <section className={styles.scroller} aria-label={words.title} tabIndex={0}>
      <table className={styles.table} style={{ '--versions': versions.length } as React.CSSProperties}>
        <thead>
          <tr>
            <th scope="col">{words.places}</th>
            {versions.map((key, at) => (
              <th key={tellingCode(key)} scope="col">
                {names[at]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, count).map((row) => (
            <PlaceCells key={row.place.id} row={row} names={names} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </section>
  );
});

const PlaceCells = memo(function PlaceCells({
  row: { place, cells },
  names,
  onOpen,
}: {
  readonly row: MissingTable['rows'][number];
  /** Of the versions. */
  readonly names: readonly string[];
  readonly onOpen: (placeId: PlaceId, key: TellingKey) => void;
}) {
  return (
    <tr>
      <th scope="row">{formatNumberedName(place)}</th>
      {cells.map((cell, at) => (
        <td key={tellingCode(cell.key)}>
          <CellButton cell={cell} name={names[at] ?? ''} onOpen={() => onOpen(place.id, cell.key)} />
        </td>
      ))}
    </tr>
  );
});

function CellButton({
  cell,
  name,
  onOpen,
}: {
  readonly cell: Cell;
  readonly name: string;
  readonly onOpen: () => void;
}) {
  const list = (state: PartState): string =>
    PARTS.filter((part) => cell.parts[part] === state)
      .map((part) => words.parts[part])
      .join(', ');
  return (
    <button
      type="button"
      className={styles.cell}
      aria-label={words.cell(name, list('missing'), list('draft'))}
      onClick={onOpen}
    >
      {PARTS.map((part) => (
        <PartIcon key={part} part={part} state={cell.parts[part]} />
      ))}
    </button>
  );
}
