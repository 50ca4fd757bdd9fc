import { ChevronRight, Route } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { GpxLine, SkippedParts } from '../../../contracts/imported-file.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { parcours } from '../../parcours/parcours.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import typography from '../../ui/typography.module.css';
import { useGrowingCount } from '../../ui/use-growing-count.ts';
import { useLanguage } from '../../ui/use-language.ts';
import styles from './import.module.css';
import { chooseAgain, chooseRows, chooseSounded, imports, swapCoordinates } from './import.ts';
import type { ImportRow, SoundForPlace } from './import-rows.ts';
import { importStrings as words, wordsForImport } from './import-words.ts';

const ROWS_AT_ONCE = 100;

/** Draws shapes on a map, which another subject has. */
export type RenderMap = (
  shapes: readonly { readonly id: string; readonly name: string; readonly geometry: Geometry }[],
  label: string,
) => ReactNode;

/** Rehearses lines of a file; null for people who may not. */
export type OnRehearse = ((lines: readonly GpxLine[]) => void) | null;

/** Offers the lines of the file as the route of a rehearsal. @param note shown with them */
export function RouteOffer({ onRehearse, note }: { readonly onRehearse: OnRehearse; readonly note?: string }) {
  const { preview } = useSnapshot(imports);
  const lines = preview?.lines ?? [];
  if (onRehearse === null || lines.length === 0) return null;
  return (
    <Notice
      action={
        <Button variant="secondary" icon={<Route size={18} aria-hidden />} onClick={() => onRehearse(lines)}>
          {words.rehearse}
        </Button>
      }
    >
      {[words.lines(lines.length), ...(note === undefined ? [] : [note])].join(' ')}
    </Notice>
  );
}

/** What would become of a file: its places on a map and as a list to choose from, and what is not taken. */
export function ImportPreview({
  parcoursId,
  renderMap,
  onParcours,
  onRehearse,
  onCompose,
}: {
  readonly parcoursId: ParcoursId;
  readonly renderMap: RenderMap;
  /** Makes a new parcours of the file; null for people who may not. */
  readonly onParcours: (() => void) | null;
  readonly onRehearse: OnRehearse;
  readonly onCompose: () => void;
}) {
  const { preview, chosen, sounded, failure, fileName } = useSnapshot(imports);
  const { list: known } = useSnapshot(parcours);
  const count = useRef<HTMLParagraphElement>(null);
  useEffect(() => count.current?.focus(), []);
  const shapes = useMemo(
    () =>
      (preview?.rows ?? [])
        .filter(({ id }) => chosen.has(id))
        .map(({ id, name, geometry }) => ({ id: String(id), name, geometry })),
    [preview, chosen],
  );
  if (preview === null) return null;
  const { rows, skipped, shortened, forPlaces, unused, isParcours } = preview;
  const opening = known.find(({ id }) => id === parcoursId)?.opening;
  const isOpen = opening !== undefined && opening.visibility !== null;
  return (
    <>
      <p ref={count} tabIndex={-1} className={typography.breaks}>
        <strong>{rows.length === 0 ? words.none : words.found(rows.length)}</strong>
        {` · ${fileName}`}
      </p>
      {failure !== null && <Alert>{wordsForImport(failure)}</Alert>}
      {isParcours && (
        <Notice
          action={
            onParcours !== null && (
              <Button variant="secondary" onClick={onParcours}>
                {words.asParcours}
              </Button>
            )
          }
        >
          {words.isParcours}
        </Notice>
      )}
      <SwapNote />
      {rows.length > 0 && (
        <>
          <div className={styles.map}>{renderMap(shapes, words.map)}</div>
          <Hint>
            {words.shapes} {isOpen ? words.open : words.approval}
          </Hint>
        </>
      )}
      {rows.length === 0 && unused.length === 0 && forPlaces.length === 0 && (
        <EmptyState title={words.none} hint={words.noneHint} />
      )}
      <Skipped skipped={skipped} shortened={shortened} />
      <RouteOffer onRehearse={onRehearse} {...(rows.length > 0 ? { note: words.linesFirst } : {})} />
      {forPlaces.length > 0 && (
        <>
          <Notice>{words.forPlaces(forPlaces.length)}</Notice>
          <Choices
            label={words.sounded}
            allLabel={words.allSounded(forPlaces.length)}
            list={forPlaces}
            isAll={sounded.size === forPlaces.length}
            onAll={(isChosen) =>
              chooseSounded(
                forPlaces.map(({ place }) => place.id),
                isChosen,
              )
            }
            render={(one) => <SoundRow key={one.place.id} one={one} isChosen={sounded.has(one.place.id)} />}
          />
        </>
      )}
      {unused.length > 0 && (
        <Notice action={<Button onClick={onCompose}>{words.compose(unused.length)}</Button>}>
          {words.unused(unused.length)}{' '}
          <span className={typography.breaks}>
            {words.names(
              unused.slice(0, 5).map(({ name }) => name),
              unused.length - 5,
            )}
          </span>
        </Notice>
      )}
      {rows.length > 0 && (
        <Choices
          label={words.list}
          allLabel={words.all(rows.length)}
          list={rows}
          isAll={chosen.size === rows.length}
          onAll={(isChosen) =>
            chooseRows(
              rows.map(({ id }) => id),
              isChosen,
            )
          }
          render={(row) => <Row key={row.id} row={row} isChosen={chosen.has(row.id)} />}
        />
      )}
      <Button variant="quiet" onClick={chooseAgain}>
        {words.other}
      </Button>
    </>
  );
}

/** Rows to choose from, with a checkbox for all. */
function Choices<T>({
  label,
  allLabel,
  list,
  isAll,
  onAll,
  render,
}: {
  readonly label: string;
  readonly allLabel: string;
  readonly list: readonly T[];
  readonly isAll: boolean;
  readonly onAll: (isChosen: boolean) => void;
  /** Renders a row, with its key. */
  readonly render: (one: T) => ReactNode;
}) {
  const shown = useGrowingCount(list.length, ROWS_AT_ONCE);
  return (
    <div>
      <Checkbox
        label={<span className={typography.label}>{allLabel}</span>}
        checked={isAll}
        onChange={({ target }) => onAll(target.checked)}
      />
      <ul aria-label={label}>{list.slice(0, shown).map(render)}</ul>
    </div>
  );
}

function SwapNote() {
  const { preview } = useSnapshot(imports);
  const swap = (label: string) => (
    <Button variant="secondary" onClick={() => void swapCoordinates()}>
      {label}
    </Button>
  );
  if (preview?.isSwapped === true) return <Notice action={swap(words.unswap)}>{words.isSwapped}</Notice>;
  if (preview?.looksSwapped === true) return <Notice action={swap(words.swap)}>{words.swapped}</Notice>;
  return null;
}

function Skipped({ skipped, shortened }: { readonly skipped: readonly SkippedParts[]; readonly shortened: number }) {
  const count = skipped.reduce((sum, part) => sum + part.count, 0);
  if (count === 0) return shortened === 0 ? null : <Hint>{words.shortened(shortened)}</Hint>;
  return (
    <details className={layout.disclosure} open={count <= 3}>
      <summary className={styles.summary}>
        <ChevronRight size={18} aria-hidden />
        {words.skippedTitle(count)}
      </summary>
      <ul className={styles.notes}>
        {skipped.map(({ reason, count: parts, names }) => (
          <li key={reason}>
            {words.skipped[reason](parts)}
            {names.length > 0 && <Hint>{words.names(names, parts - names.length)}</Hint>}
          </li>
        ))}
        {shortened > 0 && <li>{words.shortened(shortened)}</li>}
      </ul>
    </details>
  );
}

/** Rendered anew only when it looks different: a choice among thousands of rows responds at once. */
const Row = memo(function Row({ row, isChosen }: { readonly row: ImportRow; readonly isChosen: boolean }) {
  useLanguage();
  return (
    <Choice
      name={row.name}
      detail={detailOf(row)}
      isChosen={isChosen}
      onChoose={(isWith) => chooseRows([row.id], isWith)}
    />
  );
});

const SoundRow = memo(function SoundRow({
  one: { place, sound },
  isChosen,
}: {
  readonly one: SoundForPlace;
  readonly isChosen: boolean;
}) {
  useLanguage();
  return (
    <Choice
      name={place.appelation}
      detail={words.withSound(sound.name)}
      isChosen={isChosen}
      onChoose={(isWith) => chooseSounded([place.id], isWith)}
    />
  );
});

function Choice({
  name,
  detail,
  isChosen,
  onChoose,
}: {
  readonly name: string;
  readonly detail: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}) {
  return (
    <li className={styles.row}>
      <Checkbox
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
        label={
          <span className={styles.words}>
            <span className={typography.breaks}>{formatPlaceName(name)}</span>
            <Hint inline breaks>
              {detail}
            </Hint>
          </span>
        }
      />
    </li>
  );
}

function detailOf({ twin, geometry, folder, text, sound, soundName, isSoundTaken }: ImportRow): string {
  return [
    ...(twin === null ? [] : [words.twins[twin]]),
    geometry.type === 'Point' ? words.point : words.zone,
    ...(folder === null ? [] : [folder]),
    ...(text === '' ? [] : [words.withText]),
    ...(sound === null ? [] : [words.withSound(sound.name)]),
    ...(sound === null && soundName !== null
      ? [isSoundTaken ? words.soundTaken(soundName) : words.soundMissing(soundName)]
      : []),
  ].join(' · ');
}
