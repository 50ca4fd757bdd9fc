import { Crosshair } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { showNotice } from '../../page/notice-queue.ts';
import { parcours } from '../../parcours/parcours.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { boundingBoxOf } from '../../position/coordinates.ts';
import { useBackCloses } from '../../ui/back.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import typography from '../../ui/typography.module.css';
import type { AimedMap } from '../composer/destination.ts';
import { dropTarget } from '../drop-mode.ts';
import dropStyles from '../drop-tool.module.css';
import { dropStrings } from '../drop-words.ts';
import { outboxStrings } from '../outbox/outbox-words.ts';
import { markOnceSent } from '../outbox/published-chip.tsx';
import styles from './batch.module.css';
import {
  addFiles,
  batch,
  closeBatch,
  isUsable,
  placeCurrent,
  placeOf,
  queueBatch,
  readWalks,
  startPlacing,
  stateOf,
  stepPlacing,
  stopPlacing,
} from './batch.ts';
import { BatchSheet } from './batch-sheet.tsx';
import { batchStrings, wordsForPlace } from './batch-words.ts';
import { isWalk, pickedFiles, takePicked } from './picked-files.ts';

/** Several files that become drops: their sheet, or the map on which they are placed. */
export function BatchTool({ readCentre, onAiming, onShowBox }: AimedMap) {
  const { waiting } = useSnapshot(pickedFiles);
  const { placingId } = useSnapshot(batch);
  const isPlacing = placingId !== null;
  useEffect(() => {
    if (waiting.length === 0) return;
    const files = takePicked();
    const target = dropTarget(parcours);
    const sounds = files.filter((file) => !isWalk(file));
    const walks = files.filter(isWalk);
    if (target !== null && (sounds.length > 0 || batch.files.length > 0)) {
      addFiles(sounds, target.parcoursId);
      if (walks.length > 0) void readWalks(walks);
      return;
    }
    closeBatch();
    if (sounds.length === 0 && walks.length > 0) showNotice(dropStrings.walkAlone, { tone: 'info' });
  }, [waiting]);
  useEffect(() => closeBatch, []);
  useEffect(() => {
    onAiming(isPlacing);
    return () => onAiming(false);
  }, [isPlacing, onAiming]);

  const review = (): void => {
    const box = boundingBoxOf(batch.files.map(placeOf).filter((position) => position !== null));
    startPlacing();
    if (box !== null) onShowBox(box);
  };
  const queue = async (): Promise<void> => {
    const queuedIds = await queueBatch();
    if (queuedIds.length > 0) showNotice(outboxStrings.count(queuedIds.length));
    // By their chip alone: a notice for each would say the same fifty times.
    for (const id of queuedIds) void markOnceSent(id);
  };
  if (isPlacing) return <PlacingBar readCentre={readCentre} />;
  return <BatchSheet onPlace={review} onQueue={() => void queue()} />;
}

/** The file that is being placed, and what else than a tap on the map is possible. */
function PlacingBar({ readCentre }: Pick<AimedMap, 'readCentre'>) {
  const { files, placingId, placed } = useSnapshot(batch);
  const main = useRef<HTMLButtonElement>(null);
  useEffect(() => main.current?.focus(), []);
  useBackCloses(true, stopPlacing);
  const usable = files.filter(isUsable);
  const index = usable.findIndex(({ id }) => id === placingId);
  const current = usable[index];
  const words = batchStrings;
  const placeHere = (): void => {
    const centre = readCentre();
    if (centre !== null) placeCurrent(centre);
  };
  return (
    <>
      <Crosshair className={dropStyles.crosshair} size={44} strokeWidth={1.5} aria-hidden />
      <section className={styles.bar} aria-label={words.placeAll}>
        <p role="status">
          {words.current(index + 1, usable.length)}
          {'\u00a0: '}
          <strong>{current && formatPlaceName(stateOf(current).title.trim() || current.file.name)}</strong>{' '}
          <span className={typography.soft}>{current && placeOf(current) !== null && wordsForPlace(current)}</span>
        </p>
        <p className={typography.hint}>{words.placeHelp}</p>
        <div className={layout.wrap}>
          <Button ref={main} onClick={placeHere}>
            {words.placeHere}
          </Button>
          {placed !== 'one' && (
            <>
              <Button variant="secondary" disabled={index <= 0} onClick={() => stepPlacing(-1)}>
                {words.back}
              </Button>
              <Button variant="secondary" onClick={() => stepPlacing(1)}>
                {words.skip}
              </Button>
            </>
          )}
          <Button variant="quiet" onClick={stopPlacing}>
            {words.stop}
          </Button>
        </div>
      </section>
    </>
  );
}
