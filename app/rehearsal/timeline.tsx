import { useCallback, useSyncExternalStore } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import type { Position } from '../../contracts/geo.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { UNTITLED_PLACE } from '../places/place-words.ts';
import { places } from '../places/places.ts';
import { PLACE_ZOOM } from '../platform/map/projection.ts';
import { formatTime } from '../platform/page/time.ts';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout.module.css';
import { seek } from './play-rehearsal.ts';
import { rehearsal, type ShownMap } from './rehearsal.ts';
import { rehearsalStrings } from './rehearsal-words.ts';
import { soundingAt } from './rehearse.ts';
import styles from './timeline.module.css';
import { describeStart, describeUnheard } from './timeline-words.ts';

const words = rehearsalStrings;

/** Which stories would start where, and which never do. A click on an entry shows its moment. */
export function Timeline({ view }: { readonly view: ShownMap | null }) {
  const { answer } = useSnapshot(rehearsal);
  const { list } = useSnapshot(places);
  const nameOf = useNameOf();
  const nowAtS = useSoundingAtS();
  if (answer === null) return null;
  const { starts, heard, unheard } = answer;
  const unknown = new Set(list.filter(({ media }) => media !== null && media.data.length === null).map(({ id }) => id));
  const cuts = starts.filter(({ cutAtS }) => cutAtS !== null).length;
  const begun = new Set(starts.map(({ placeId }) => placeId)).size;
  const unfinished = begun - heard.length;
  const goTo = (position: Position, atS: number): void => {
    seek(atS);
    view?.flyTo(position, PLACE_ZOOM);
  };

  return (
    <section className={layout.stack2}>
      <p role="status" className={styles.summary} data-testid="rehearsal-summary">
        <strong>{words.summary(heard.length, begun + unheard.length)}</strong>
        {cuts > 0 && <span className={styles.bad}>{words.cutCount(cuts)}</span>}
        {unfinished > 0 && <span className={styles.warning}>{words.unfinishedCount(unfinished)}</span>}
        {unheard.length > 0 && <span className={styles.warning}>{words.unheardCount(unheard.length)}</span>}
      </p>
      <h3 className={styles.heading}>{words.timeline}</h3>
      {starts.length === 0 && <p className={styles.soft}>{words.nothing}</p>}
      <ol className={styles.list}>
        {starts.map((start) => (
          <li key={start.atS}>
            <button
              type="button"
              className={classNames(styles.entry, start.atS === nowAtS && styles.now)}
              aria-current={start.atS === nowAtS ? 'step' : undefined}
              onClick={() => goTo(start.position, start.atS)}
            >
              <span className={styles.time}>{formatTime(start.atS)}</span>
              <span className={styles.what}>
                <strong>{nameOf(start.placeId)}</strong>
                {describeStart(start, nameOf, unknown.has(start.placeId)).map(({ text, tone }) => (
                  <span key={text} className={tone === 'plain' ? styles.soft : styles[tone]}>
                    {text}
                  </span>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {unheard.length > 0 && (
        <>
          <h3 className={styles.heading}>{words.unheard}</h3>
          <ul className={styles.list}>
            {unheard.map((place) => (
              <li key={place.placeId}>
                <button
                  type="button"
                  className={styles.entry}
                  onClick={() => goTo(place.position, answer.pace.atMs(place.atM) / 1000)}
                >
                  <span className={styles.what}>
                    <strong>{nameOf(place.placeId)}</strong>
                    <span className={styles.warning}>{describeUnheard(place, nameOf)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Returns when the sounding story started; null in silence. Changes less often than the moment. */
function useSoundingAtS(): number | null {
  return useSyncExternalStore(
    (onChange) => subscribe(rehearsal, onChange),
    () => (rehearsal.answer === null ? null : (soundingAt(rehearsal.answer, rehearsal.atS)?.atS ?? null)),
  );
}

/** Returns a function from a place's id to its name. */
export function useNameOf(): (placeId: PlaceId) => string {
  const { list } = useSnapshot(places);
  return useCallback((placeId) => list.find(({ id }) => id === placeId)?.appelation.trim() || UNTITLED_PLACE, [list]);
}
