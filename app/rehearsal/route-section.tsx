import { FileUp, Pencil, RotateCcw, Undo2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { GpxLine } from '../../contracts/imported-file.ts';
import { formatTime } from '../platform/page/time.ts';
import { boundingBoxOf } from '../position/coordinates.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import typography from '../ui/typography.module.css';
import { rehearsal, type ShownMap } from './rehearsal.ts';
import styles from './rehearsal-panel.module.css';
import { nameRoute, rehearsalStrings, wordsForGpxFault } from './rehearsal-words.ts';
import { addPoint, chooseLine, clearLine, finishDrawing, startDrawing, takeFile, undoPoint } from './route.ts';

const words = rehearsalStrings;

/** If a recording is longer than the walk by this factor, it is noisy enough to mention. */
const NOISY_FACTOR = 1.1;

/** The route: read from a GPX file, or drawn on the map; with its name and length until there is a result. */
export function RouteSection({ view }: { readonly view: ShownMap | null }) {
  const { status, isDrawing, line, name, lines, chosen, lengthM, recordedM, settings, answer } = useSnapshot(rehearsal);
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const reading = useRef<AbortController | null>(null);
  const chooseId = useId();

  // A person who closes the tool while a file is being read no longer needs it.
  useEffect(() => () => reading.current?.abort(), []);

  const show = (shown: GpxLine['line']): void => {
    const box = boundingBoxOf(shown);
    if (box !== null) view?.showBox(box);
  };
  const read = async (blob: File | undefined): Promise<void> => {
    if (blob === undefined) return;
    reading.current?.abort();
    const turn = new AbortController();
    reading.current = turn;
    setFault(null);
    setReading(true);
    const { lines: found, fault: why } = await readLines(blob, turn.signal);
    if (turn.signal.aborted) return;
    setReading(false);
    setFault(why);
    takeFile(found);
    show(found[0]?.line ?? []);
  };
  const choose = (index: number): void => {
    chooseLine(index);
    show(lines[index]?.line ?? []);
  };
  const draw = (): void => {
    // A file still being read would replace the drawn route.
    reading.current?.abort();
    setReading(false);
    setFault(null);
    startDrawing();
  };

  if (isDrawing) return <Drawing view={view} points={line.length} />;
  const hasWay = line.length > 0;
  const segments = lines[chosen]?.segments ?? 1;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{words.way}</h3>
      {/* No `accept`: phones don't know GPX, and would disable such files. */}
      <input
        ref={file}
        type="file"
        aria-label={words.import}
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0]);
          // Otherwise choosing the same file again would fire no event.
          currentTarget.value = '';
        }}
      />
      {fault !== null && <Alert>{fault}</Alert>}
      {status === 'too-long' && <Alert>{words.tooLong(lengthM / 1000)}</Alert>}
      {status === 'too-short' && <Alert>{words.tooShort}</Alert>}
      {hasWay ? (
        <>
          {lines.length > 1 && (
            <label htmlFor={chooseId} className={styles.field}>
              <span>{words.choose}</span>
              <select
                id={chooseId}
                className={styles.select}
                value={chosen}
                onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
              >
                {lines.map((one, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the file's lines do not change.
                  <option key={index} value={index}>
                    {nameRoute(one.name, index + 1)}
                  </option>
                ))}
              </select>
            </label>
          )}
          {answer === null && (
            <p className={layout.lines}>
              <strong>{nameRoute(name, lines.length === 0 ? null : chosen + 1)}</strong>
              {lengthM > 0 && recordedM === null && (
                <span className={typography.hint}>
                  {words.length(lengthM, formatTime(lengthM / settings.speedMps))}
                </span>
              )}
            </p>
          )}
          {recordedM !== null && status === 'ready' && recordedM > NOISY_FACTOR * lengthM && (
            <p className={typography.hint}>{words.smoothed(recordedM, lengthM)}</p>
          )}
          {segments > 1 && <p className={typography.hint}>{words.joined(segments)}</p>}
          <div className={layout.wrap}>
            <Button variant="quiet" onClick={() => show(line)}>
              {words.show}
            </Button>
            <Button variant="quiet" icon={<RotateCcw size={18} aria-hidden />} onClick={clearLine}>
              {words.clear}
            </Button>
          </div>
        </>
      ) : (
        <div className={layout.wrap}>
          <Button
            variant="secondary"
            busy={isReading}
            icon={<FileUp size={20} aria-hidden />}
            onClick={() => file.current?.click()}
          >
            {words.import}
          </Button>
          <Button variant="secondary" icon={<Pencil size={20} aria-hidden />} onClick={draw}>
            {words.draw}
          </Button>
        </div>
      )}
    </section>
  );
}

function Drawing({ view, points }: { readonly view: ShownMap | null; readonly points: number }) {
  return (
    <section className={styles.section}>
      <p>
        {words.drawing} <span role="status">{points > 0 && words.points(points)}</span>
      </p>
      <div className={layout.wrap}>
        <Button
          variant="secondary"
          disabled={view === null}
          onClick={() => {
            if (view !== null) addPoint(view.readCentre());
          }}
        >
          {words.addCentre}
        </Button>
        <Button variant="secondary" icon={<Undo2 size={18} aria-hidden />} disabled={points === 0} onClick={undoPoint}>
          {words.undo}
        </Button>
        {points < 2 ? (
          <Button variant="quiet" onClick={clearLine}>
            {strings.app.cancel}
          </Button>
        ) : (
          <Button onClick={finishDrawing}>{words.done}</Button>
        )}
      </div>
    </section>
  );
}

async function readLines(
  blob: Blob,
  signal: AbortSignal,
): Promise<{ readonly lines: readonly GpxLine[]; readonly fault: string | null }> {
  try {
    // Loaded on demand.
    const { readTracks } = await import('../../workers/client/import-client.ts');
    return { lines: await readTracks(blob, signal), fault: null };
  } catch (error) {
    return { lines: [], fault: wordsForGpxFault(error) };
  }
}
