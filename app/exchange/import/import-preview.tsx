import { memo, type ReactNode, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { SkippedParts } from '../../../contracts/imported-file.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import typography from '../../ui/typography.module.css';
import { useLanguage } from '../../ui/use-language.ts';
import styles from './import.module.css';
import { chooseAgain, chooseRows, imports, swapCoordinates } from './import.ts';
import type { ImportRow } from './import-rows.ts';
import { importStrings as words, wordsForImport } from './import-words.ts';

/** Draws shapes on a map, which another subject has. */
export type RenderMap = (
  shapes: readonly { readonly id: string; readonly name: string; readonly geometry: Geometry }[],
  label: string,
) => ReactNode;

/** What would become of a file: its places on a map and as a list to choose from, and what is not taken. */
export function ImportPreview({
  renderMap,
  onCompose,
}: {
  readonly renderMap: RenderMap;
  readonly onCompose: () => void;
}) {
  const { preview, chosen, failure, fileName } = useSnapshot(imports);
  const shapes = useMemo(
    () =>
      (preview?.rows ?? [])
        .filter(({ id }) => chosen.has(id))
        .map(({ id, name, geometry }) => ({ id: String(id), name, geometry })),
    [preview, chosen],
  );
  if (preview === null) return null;
  const { rows, skipped, shortened, forPlaces, unused } = preview;
  const all = rows.map(({ id }) => id);
  return (
    <>
      <p className={typography.breaks}>
        <strong role="status">{rows.length === 0 ? words.none : words.found(rows.length)}</strong>
        {` · ${fileName}`}
      </p>
      {failure !== null && <Alert>{wordsForImport(failure)}</Alert>}
      <SwapNote />
      {rows.length > 0 && (
        <>
          <div className={styles.map}>{renderMap(shapes, words.map)}</div>
          <Hint>
            {words.shapes} {words.approval}
          </Hint>
        </>
      )}
      {rows.length === 0 && unused.length === 0 && forPlaces.length === 0 && (
        <EmptyState title={words.none} hint={words.noneHint} />
      )}
      <Skipped skipped={skipped} shortened={shortened} />
      {forPlaces.length > 0 && <Notice>{words.forPlaces(forPlaces.length)}</Notice>}
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
        <div>
          <Checkbox
            label={<span className={typography.label}>{words.all(rows.length)}</span>}
            checked={chosen.size === rows.length}
            onChange={({ target }) => chooseRows(all, target.checked)}
          />
          <ul aria-label={words.list}>
            {rows.map((row) => (
              <Row key={row.id} row={row} isChosen={chosen.has(row.id)} />
            ))}
          </ul>
        </div>
      )}
      <Button variant="quiet" onClick={chooseAgain}>
        {words.other}
      </Button>
    </>
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
      <summary className={styles.summary}>{words.skippedTitle(count)}</summary>
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
    <li className={styles.row}>
      <Checkbox
        checked={isChosen}
        onChange={({ target }) => chooseRows([row.id], target.checked)}
        label={
          <span className={styles.words}>
            <span className={typography.breaks}>{formatPlaceName(row.name)}</span>
            <Hint inline breaks>
              {detailOf(row)}
            </Hint>
          </span>
        }
      />
    </li>
  );
});

function detailOf({ twin, geometry, folder, text, sound, soundName }: ImportRow): string {
  return [
    ...(twin === null ? [] : [words.twins[twin]]),
    geometry.type === 'Point' ? words.point : words.zone,
    ...(folder === null ? [] : [folder]),
    ...(text === '' ? [] : [words.withText]),
    ...(sound === null ? [] : [words.withSound(sound.name)]),
    ...(sound === null && soundName !== null ? [words.soundMissing(soundName)] : []),
  ].join(' · ');
}
